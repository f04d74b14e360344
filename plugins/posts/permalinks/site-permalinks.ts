import { addQueryArgs, type MaybePromise, type PluginHooks, RequestContext } from '../../../core/index.ts';
import { slugify } from '../../../core/text/index.ts';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import { type ContentType, type ContentTypes, isViewable } from '../../content-types/index.ts';
import type { Options } from '../../options/index.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { PostStore } from '../post-store.ts';
import type { SlugRequest } from '../store/unique-slug.ts';
import { pathOf } from './ancestry.ts';
import { isFrontPage } from './item-pages.ts';
import type { Permalinks, SamplePermalink } from './permalinks.ts';
import type { RelatedTags } from './related-tags.ts';
import { ownTags, type Structure } from './structure.ts';

/** The services that the addresses of items depend on. */
export interface PermalinkDependencies {
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly types: ContentTypes;
  readonly statuses: ContentStatuses;
  readonly store: PostStore;
  readonly structure: Structure;
  readonly related: RelatedTags;
}

interface LinkOptions {
  /** Whether the slug's tag stays in place of the slug. */
  readonly leaveName: boolean;
}

/** The statuses whose items get an address of their own only once they are published. */
const UNPUBLISHED: ReadonlySet<string> = new Set(['draft', 'pending', 'future']);

/** The addresses of a site's items, made from its setting `permalink_structure`. */
export class SitePermalinks implements Permalinks {
  readonly #dependencies: PermalinkDependencies;

  constructor(dependencies: PermalinkDependencies) {
    this.#dependencies = dependencies;
  }

  forPost(post: Post, context = new RequestContext()): MaybePromise<string> {
    return this.#link(post, context, { leaveName: false });
  }

  isOfItemAlone({ type }: Post): boolean {
    const { related, structure, types } = this.#dependencies;
    if (type === 'page' || type === 'attachment' || types.get(type)?.builtin !== true) return false;
    return !related.isIn(structure.pattern);
  }

  async sample(post: Post, context: RequestContext): Promise<SamplePermalink> {
    // The pattern of a page stays when it goes to the trash; that of a post does not.
    const isAsPublished = UNPUBLISHED.has(post.status) || (post.type === 'page' && post.status === 'trash');
    const status = isAsPublished ? 'publish' : post.status;
    const request = { ...post, status, slug: slugify(post.title, String(post.id)) };
    const slug = await this.#slugLoader(context).load(request);
    const template = await this.#link({ ...post, status, name: slug }, context, { leaveName: true });
    const type = this.#dependencies.types.get(post.type);
    const general = template.replace(`%${post.type}%`, '%pagename%');
    const shown = { slug: readableSlug(slug) };
    if (type?.hierarchical !== true) return { template: general, ...shown };
    const parents = await pathOf({ ...post, name: '' }, this.#dependencies.store, context);
    const path = parents === '' ? '%pagename%' : `${readableSlug(parents)}/%pagename%`;
    return { template: general.replace('%pagename%', path), ...shown };
  }

  plain({ id, type }: Post): string {
    return this.#dependencies.structure.home(type === 'page' ? `?page_id=${id}` : `?p=${id}`);
  }

  route(post: Post): string {
    const type = this.#dependencies.types.get(post.type);
    const items = type === undefined ? '' : this.#dependencies.types.itemsRoute(type);
    return this.#dependencies.hooks.filter('rest_route_for_post').call(items === '' ? '' : `${items}/${post.id}`, post);
  }

  /** Slugs of samples that are requested together are made unique together. */
  #slugLoader(context: RequestContext) {
    return postLoaders(context).of(SitePermalinks, (requests: readonly SlugRequest[]) =>
      this.#dependencies.store.uniqueSlugs(requests),
    );
  }

  /** The address of an item; that of a post is worked out without waiting where nothing has to be read for it. */
  #link(post: Post, context: RequestContext, options: LinkOptions): MaybePromise<string> {
    const type = this.#dependencies.types.get(post.type);
    if (post.type === 'page') return this.#pageLink(post, context, options);
    if (post.type === 'attachment') return this.#attachmentLink(post, context, options);
    if (type !== undefined && !type.builtin) return this.#customLink(post, type, context, options);
    return this.#postLink(post, context, options);
  }

  /** Whether an item has no pretty address yet: only items that are public, or that this user may read, have one. */
  #isPlain(post: Post, { user }: RequestContext): boolean {
    const { statuses, types } = this.#dependencies;
    const status = statuses.get(post.status);
    if (status === undefined || types.get(post.type) === undefined) return true;
    const isShown = status.publicly_queryable && !status.internal && !status.protected;
    return !isShown && !(status.private && user.can('read_post', post));
  }

  #postLink(post: Post, context: RequestContext, { leaveName }: LinkOptions): MaybePromise<string> {
    const { hooks, structure, related } = this.#dependencies;
    const { pattern } = structure;
    const filtered = (link: string) => hooks.filter('post_link').call(link, post, leaveName);
    if (pattern === '' || this.#isPlain(post, context)) return filtered(this.plain(post));
    const own = ownTags(post);
    const tags = leaveName ? { ...own, postname: undefined, pagename: undefined } : own;
    const address = (values: Record<string, string>) =>
      filtered(structure.home(structure.slashed(structure.fill(pattern, { ...tags, ...values }))));
    return related.isIn(pattern) ? related.of(post, pattern, context).then(address) : address({});
  }

  async #pageLink(post: Post, context: RequestContext, options: LinkOptions): Promise<string> {
    const address = await this.#pageAddress(post, context, options);
    return this.#dependencies.hooks.filter('page_link').call(address, post.id, options.leaveName);
  }

  async #pageAddress(post: Post, context: RequestContext, { leaveName }: LinkOptions): Promise<string> {
    const { structure, options, store } = this.#dependencies;
    if (isFrontPage(post.id, options)) return structure.home();
    if (structure.pattern === '' || this.#isPlain(post, context)) return this.plain(post);
    const path = leaveName ? '%pagename%' : await pathOf(post, store, context);
    return structure.home(structure.slashed(structure.root + path));
  }

  async #attachmentLink(post: Post, context: RequestContext, options: LinkOptions): Promise<string> {
    const address = await this.#attachmentAddress(post, context, options);
    return this.#dependencies.hooks.filter('attachment_link').call(address, post.id);
  }

  async #attachmentAddress(post: Post, context: RequestContext, { leaveName }: LinkOptions): Promise<string> {
    const { structure, store, types } = this.#dependencies;
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

  async #customLink(post: Post, type: ContentType, context: RequestContext, options: LinkOptions): Promise<string> {
    const { leaveName } = options;
    const address = await this.#customAddress(post, type, context, options);
    return this.#dependencies.hooks.filter('post_type_link').call(address, post, leaveName, leaveName);
  }

  async #customAddress(
    post: Post,
    type: ContentType,
    context: RequestContext,
    { leaveName }: LinkOptions,
  ): Promise<string> {
    const { structure, store } = this.#dependencies;
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

/** A slug with the letters that it stands for: `%ce%b5` is a Greek one. One that is cut within a letter stays as it is. */
function readableSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
