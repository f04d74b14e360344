import { RestError, type RestRequest, validateRequestArg } from '../../../core/index.ts';
import type { ContentType } from '../../content-types/index.ts';
import { idOf } from './ids.ts';
import type { PostsKit } from './kit.ts';
import { templateOf } from './templates.ts';

/** The checks of arguments that need to look at the item. */
export class PostChecks {
  readonly #kit: PostsKit;
  readonly #type: ContentType;

  constructor(kit: PostsKit, type: ContentType) {
    this.#kit = kit;
    this.#type = type;
  }

  /** A status must be one of the schema's, or the one that the item has. */
  readonly status = async (status: unknown, request: RestRequest, name: string): Promise<true | RestError> => {
    const post = await this.#post(request);
    return post !== null && post.status === status ? true : validateRequestArg(status, request, name);
  };

  /** A template must be one of the theme's, or the one that the item has. */
  readonly template = async (template: unknown, request: RestRequest, name: string): Promise<true | RestError> => {
    if (template === '' || template === null) return true;
    const post = await this.#post(request);
    if (post !== null && (await templateOf(post, this.#kit, request.context)) === template) return true;
    const templates = await this.#kit.hooks.filter('theme_templates').promise({}, post, this.#type.name);
    if (typeof template === 'string' && Object.hasOwn(templates, template)) return true;
    return new RestError('rest_invalid_param', `${name} is not one of ${Object.keys(templates).join(', ')}.`);
  };

  async #post(request: RestRequest) {
    const id = idOf(request.getParam('id'));
    return id === 0 ? null : this.#kit.posts.loader(request.context).load(id);
  }
}
