import {
  addQueryArgs,
  type MaybePromise,
  type PluginHooks,
  RequestContext,
  slugify,
  whenReady,
} from '../../../core/index.ts';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import { type ContentType, type ContentTypes, isViewable } from '../../content-types/index.ts';
import type { Options } from '../../options/index.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { PostStore } from '../post-store.ts';
import type { SlugRequest } from '../store/unique-slug.ts';
import { pathOf } from './ancestry.ts';
import type { Permalinks, SamplePermalink } from './permalinks.ts';
import type { RelatedTags } from './related-tags.ts';
import { ownTags, type Structure } from './structure.ts';

/** What the addresses of items are made with. */
export interface PermalinkKit {
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly types: ContentTypes;
  readonly statuses: ContentStatuses;
  readonly store: PostStore;
  readonly structure: Structure;
  readonly related: RelatedTags;
}

interface Wish {
  /** Whether the slug's tag stays in place of the slug. */
  readonly leaveName: boolean;
}

/** The statuses whose items get an address of their own only once they are published. */
const UNPUBLISHED: ReadonlySet<string> = new Set(['draft', 'pending', 'future']);

/** The addresses of a site's items, made from its setting `permalink_structure`. */
export class SitePermalinks implements Permalinks {
  readonly #kit: PermalinkKit;

  constructor(kit: PermalinkKit) {
    this.#kit = kit;
  }

  forPost(post: Post, context = new RequestContext()): MaybePromise<string> {
    return this.#link(post, context, { leaveName: false });
  }

  isOfItemAlone({ type }: Post): boolean {
    const { related, structure, types } = this.#kit;
    if (type === 'page' || type === 'attachment' || types.get(type)?.builtin !== true) return false;
    return !related.isIn(structure.pattern);
  }

  async sample(post: Post, context: RequestContext): Promise<SamplePermalink> {
    const status = UNPUBLISHED.has(post.status) ? 'publish' : post.status;
    const request = { ...post, status, slug: slugify(post.title, String(post.id)) };
    const slug = await this.#slugLoader(context).load(request);
    const template = await this.#link({ ...post, status, name: slug }, context, { leaveName: true });
    const type = this.#kit.types.get(post.type);
    const general = template.replace(`%${post.type}%`, '%pagename%');
    if (type?.hierarchical !== true) return { template: general, slug };
    const parents = await pathOf({ ...post, name: '' }, this.#kit.store, context);
    return { template: general.replace('%pagename%', parents === '' ? '%pagename%' : `${parents}/%pagename%`), slug };
  }

  plain({ id, type }: Post): string {
    return this.#kit.structure.home(type === 'page' ? `?page_id=${id}` : `?p=${id}`);
  }

  route(post: Post): string {
    const type = this.#kit.types.get(post.type);
    const items = type === undefined ? '' : this.#kit.types.itemsRoute(type);
    return this.#kit.hooks.filter('rest_route_for_post').call(items === '' ? '' : `${items}/${post.id}`, post);
  }

  /** Slugs of samples that are asked for together are made unique together. */
  #slugLoader(context: RequestContext) {
    return postLoaders(context).of(SitePermalinks, (requests: readonly SlugRequest[]) =>
      this.#kit.store.uniqueSlugs(requests),
    );
  }

  #link(post: Post, context: RequestContext, wish: Wish): MaybePromise<string> {
    const { hooks, types } = this.#kit;
    const { leaveName } = wish;
    const type = types.get(post.type);
    if (post.type === 'page') {
      return whenReady(this.#pageLink(post, context, wish), (link) =>
        hooks.filter('page_link').call(link, post.id, leaveName),
      );
    }
    if (post.type === 'attachment') {
      return whenReady(this.#attachmentLink(post, context, wish), (link) =>
        hooks.filter('attachment_link').call(link, post.id),
      );
    }
    if (type !== undefined && !type.builtin) {
      return whenReady(this.#customLink(post, type, context, wish), (link) =>
        hooks.filter('post_type_link').call(link, post, leaveName, leaveName),
      );
    }
    return whenReady(this.#postLink(post, context, wish), (link) =>
      hooks.filter('post_link').call(link, post, leaveName),
    );
  }

  /** Whether an item has no address of its own: those have that everybody, or this user, can look at. */
  #isPlain(post: Post, { user }: RequestContext): boolean {
    const { statuses, types } = this.#kit;
    const status = statuses.get(post.status);
    if (status === undefined || types.get(post.type) === undefined) return true;
    const isShown = status.publicly_queryable && !status.internal && !status.protected;
    return !isShown && !(status.private && user.can('read_post', post));
  }

  #postLink(post: Post, context: RequestContext, { leaveName }: Wish): MaybePromise<string> {
    const { structure, related } = this.#kit;
    const { pattern } = structure;
    if (pattern === '' || this.#isPlain(post, context)) return this.plain(post);
    const own = ownTags(post);
    const kept = leaveName ? { ...own, postname: undefined, pagename: undefined } : own;
    return whenReady(related.of(post, pattern, context), (values) =>
      structure.home(structure.slashed(structure.fill(pattern, { ...kept, ...values }))),
    );
  }

  async #pageLink(post: Post, context: RequestContext, { leaveName }: Wish): Promise<string> {
    const { structure, options, store } = this.#kit;
    if (options.get('show_on_front') === 'page' && Number(options.get('page_on_front', 0)) === post.id) {
      return structure.home();
    }
    if (structure.pattern === '' || this.#isPlain(post, context)) return this.plain(post);
    const path = leaveName ? '%pagename%' : await pathOf(post, store, context);
    return structure.home(structure.slashed(structure.root + path));
  }

  async #attachmentLink(post: Post, context: RequestContext, { leaveName }: Wish): Promise<string> {
    const { structure, store, types } = this.#kit;
    if (structure.pattern === '') return structure.home(`?attachment_id=${post.id}`);
    const parent = post.parent === 0 || post.parent === post.id ? null : await store.loader(context).load(post.parent);
    const parentType = parent === null ? undefined : types.get(parent.type);
    if (parent === null || parentType === undefined || !isViewable(parentType)) {
      if (leaveName) return structure.home(`?attachment_id=${post.id}`);
      return structure.home(structure.slashed(structure.root + post.name));
    }
    const above = await this.#link(parent, context, { leaveName: false });
    if (above.includes('?')) return structure.home(`?attachment_id=${post.id}`);
    const isAmbiguous = /^\d+$/.test(post.name) || structure.pattern.includes('%category%');
    const name = leaveName ? '%postname%' : `${isAmbiguous ? 'attachment/' : ''}${post.name}`;
    return structure.slashed(`${above.replace(/\/$/, '')}/${name}`);
  }

  async #customLink(post: Post, type: ContentType, context: RequestContext, { leaveName }: Wish): Promise<string> {
    const { structure, store } = this.#kit;
    const isPlain = this.#isPlain(post, context);
    const slug = type.hierarchical ? await pathOf(post, store, context) : post.name;
    if (structure.pattern !== '' && type.rewrite !== false && !isPlain) {
      const path = `${structure.front}${type.rewrite.slug}/${leaveName ? `%${type.name}%` : slug}`;
      return structure.home(structure.slashed(path));
    }
    const isNamed = typeof type.query_var === 'string' && !isPlain;
    const query = isNamed ? { [String(type.query_var)]: slug } : { post_type: type.name, p: post.id };
    return addQueryArgs(structure.home(), query);
  }
}
