import { RestError, type RestRequest, validateRequestArg } from '../../../core/index.ts';
import type { ContentType } from '../../content-types/index.ts';
import type { PostsDependencies } from './dependencies.ts';
import { idOf } from './ids.ts';
import { metaOf, templateOf } from './item-meta.ts';

type CheckDependencies = Pick<PostsDependencies, 'hooks' | 'meta' | 'posts'>;

/** The checks of arguments that need to look at the item. */
export class PostChecks {
  readonly #dependencies: CheckDependencies;
  readonly #type: ContentType;

  constructor(dependencies: CheckDependencies, type: ContentType) {
    this.#dependencies = dependencies;
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
    if (post !== null && templateOf(await metaOf(post, this.#dependencies, request.context)) === template) return true;
    const templates = await this.#dependencies.hooks.filter('theme_templates').promise({}, post, this.#type.name);
    if (typeof template === 'string' && Object.hasOwn(templates, template)) return true;
    return new RestError('rest_invalid_param', `${name} is not one of ${Object.keys(templates).join(', ')}.`);
  };

  async #post(request: RestRequest) {
    const id = idOf(request.getParam('id'));
    return id === 0 ? null : this.#dependencies.posts.loader(request.context).load(id);
  }
}
