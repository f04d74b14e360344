import type { ContentStatuses } from '../content-statuses/index.ts';
import type { ContentType, ContentTypes } from '../content-types/index.ts';
import type { Options } from '../options/index.ts';
import type { Post } from './post.ts';

/** The services that the capabilities on items are worked out with. */
export interface CapabilityDependencies {
  readonly types: ContentTypes;
  readonly statuses: ContentStatuses;
  readonly options: Options;
}

declare module '../../core/rest/capability-catalogue.ts' {
  interface CapabilityCatalogue
    extends Readonly<Record<`${'edit' | 'read' | 'delete'}_${'post' | 'page'}` | 'publish_post', [post: Post]>> {}
}

const REFUSED = ['do_not_allow'];
const SHOWN: ReadonlySet<string> = new Set(['publish', 'future']);

type Action = 'edit' | 'delete';

/** Works out which capabilities of a role an action on one item needs. Its argument is the item itself. */
export class PostCapabilities {
  readonly #dependencies: CapabilityDependencies;

  constructor(dependencies: CapabilityDependencies) {
    this.#dependencies = dependencies;
  }

  /** The function that works out a capability such as `edit_post` or `delete_page`; undefined for any other. */
  map(capability: string, userId: number, [post]: readonly unknown[]): string[] | undefined {
    switch (this.#general(capability, post)) {
      case 'edit_post':
      case 'edit_page':
        return this.#forItem(post, (item, type) => this.#change('edit', item, type, userId));
      case 'delete_post':
      case 'delete_page':
        return this.#forItem(post, (item, type) => this.#delete(item, type, userId));
      case 'read_post':
      case 'read_page':
        return this.#forItem(post, (item, type) => this.#read(item, type, userId));
      case 'publish_post':
        return this.#forItem(post, (_, type) => [type.cap.publish_posts!]);
      default:
        return undefined;
    }
  }

  /** The general name of a capability that a type names in its own way: `edit_block` is `edit_post`. */
  #general(capability: string, post: unknown): string {
    const type = isPost(post) ? this.#dependencies.types.get(post.type) : undefined;
    if (type?.map_meta_cap !== true) return capability;
    return ['edit_post', 'read_post', 'delete_post'].find((name) => type.cap[name] === capability) ?? capability;
  }

  /** No user may do anything with an item that does not exist, or with a revision by itself. */
  #forItem(post: unknown, decide: (post: Post, type: ContentType) => string[]): string[] {
    if (!isPost(post) || post.type === 'revision') return REFUSED;
    const type = this.#dependencies.types.get(post.type);
    return type === undefined ? ['edit_others_posts'] : decide(post, type);
  }

  /** Whether an option of the site names the item. */
  #isNamedBy(post: Post, ...options: readonly string[]): boolean {
    return options.some((option) => Number(this.#dependencies.options.get(option, 0)) === post.id);
  }

  #delete(post: Post, type: ContentType, userId: number): string[] {
    const isUsedBySite = this.#isNamedBy(post, 'page_for_posts', 'page_on_front');
    return isUsedBySite ? ['manage_options'] : this.#change('delete', post, type, userId);
  }

  /** What the change of an item needs; the page on privacy is that of users who manage the site. */
  #change(action: Action, post: Post, type: ContentType, userId: number): string[] {
    const needed = this.#changeOf(action, post, type, userId);
    return this.#isNamedBy(post, 'wp_page_for_privacy_policy') ? [...needed, 'manage_options'] : needed;
  }

  #changeOf(action: Action, post: Post, type: ContentType, userId: number): string[] {
    const { cap } = type;
    if (!type.map_meta_cap) return [cap[`${action}_post`]!];
    if (post.author !== 0 && post.author === userId) {
      const isPublished = SHOWN.has(post.status === 'trash' ? post.trashedFrom : post.status);
      return [cap[isPublished ? `${action}_published_posts` : `${action}_posts`]!];
    }
    const others = cap[`${action}_others_posts`]!;
    if (SHOWN.has(post.status)) return [others, cap[`${action}_published_posts`]!];
    return post.status === 'private' ? [others, cap[`${action}_private_posts`]!] : [others];
  }

  #read(post: Post, type: ContentType, userId: number): string[] {
    const { cap } = type;
    if (!type.map_meta_cap) return [cap.read_post!];
    // A file that is attached to no item may be read as a published item may.
    const isLoose = post.type === 'attachment' && post.status === 'inherit' && post.parent === 0;
    const status = this.#dependencies.statuses.get(isLoose ? 'publish' : post.status);
    if (status === undefined) return ['edit_others_posts'];
    if (status.public || (post.author !== 0 && post.author === userId)) return [cap.read!];
    return status.private ? [cap.read_private_posts!] : this.#change('edit', post, type, userId);
  }
}

/** Callers must give the loaded item: with an id alone the item would have to be read again. */
function isPost(value: unknown): value is Post {
  return typeof value === 'object' && value !== null && 'status' in value && 'author' in value && 'type' in value;
}
