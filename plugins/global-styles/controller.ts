import { isMap } from '../../core/base/index.ts';
import { type ItemSchema, itemSchema, type RestRequest, type RestResponse, type RouteArgs } from '../../core/index.ts';
import {
  EVERYWHERE,
  IN_VIEW,
  type ItemValues,
  itemUrl,
  type Post,
  type PostInput,
  PostsController,
  postRoutes,
  readOnly,
  rendered,
  type ShownItem,
  writable,
} from '../posts/index.ts';
import { globalStylesErrors as errors } from './errors.ts';
import { checkedConfig, readUserConfig, writeUserConfig } from './user-config.ts';

/** Answers `/global-styles/<id>`: the site's changes to the settings and styles of a theme. */
export class GlobalStylesController extends PostsController {
  override readonly allowBatch = undefined;

  /** There is no list, and no item is created or deleted by request: each theme has one item. */
  override registerRoutes(): void {
    const { path, args } = postRoutes(this)[1]!;
    const { 2: _, ...others } = args as RouteArgs & { readonly 2?: unknown };
    this.server.registerRoute(this.namespace, path, others);
  }

  protected override makeItemSchema(): ItemSchema {
    return itemSchema(this.type.name, {
      id: readOnly('integer', EVERYWHERE, 'The id of the global styles.'),
      styles: writable('object', IN_VIEW, 'The styles of the site, of elements and of blocks.'),
      settings: writable('object', IN_VIEW, 'What blocks may be given, and the presets to choose from.'),
      title: rendered('title', EVERYWHERE),
    });
  }

  override async mayReadItem(request: RestRequest): Promise<boolean> {
    if (!(await super.mayReadItem(request))) throw errors.rest_cannot_view(request);
    return true;
  }

  override async isReadable(post: Post, request: RestRequest): Promise<boolean> {
    return request.user.can('read_post', post);
  }

  override textFields(): string[] {
    return ['settings', 'styles'];
  }

  override revisedValues(revision: Post): ItemValues {
    const { settings, styles } = readUserConfig(revision.content);
    return { settings: () => settings, styles: () => styles };
  }

  protected override values(item: ShownItem): ItemValues {
    return { ...super.values(item), ...this.revisedValues(item.post) };
  }

  override async inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    const input = await super.inputOf(request, before);
    const [settings, styles] = ['settings', 'styles'].map((name) => request.getParam(name));
    if (!isMap(settings) && !isMap(styles)) return input;
    const stored = readUserConfig(before?.content ?? '');
    const config = {
      settings: isMap(settings) ? settings : stored.settings,
      styles: isMap(styles) ? styles : stored.styles,
    };
    return { ...input, content: writeUserConfig(checkedConfig(config, request)) };
  }

  protected override async addLinks(response: RestResponse, post: Post, request: RestRequest): Promise<void> {
    response.addLink('self', itemUrl(this.scope, post.id, request));
    const { brand } = this.server.site;
    response.addLink('about', this.server.restUrl(`${brand.namespace}/types/${this.type.name}`, request.context));
    await this.dependencies.hooks.action('rest_post_links').promise(response, post, request, this.server);
  }
}
