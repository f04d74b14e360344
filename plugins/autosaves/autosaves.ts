import type { CurrentUser, PluginHooks } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { PostLocks } from '../post-locks/index.ts';
import type { Post, PostInput, PostStore } from '../posts/index.ts';
import { hasChanged, REVISED } from '../revisions/index.ts';
import { autosaveErrors as errors } from './errors.ts';

/** Drafts whose autosaves go into the draft itself, when its own author makes them. */
const DRAFTS: ReadonlySet<string> = new Set(['draft', 'auto-draft']);

/** Stores autosaves: one for each item and user, as revisions with a name of their own. */
export class Autosaves {
  readonly #database: Database;
  readonly #posts: PostStore;
  readonly #hooks: PluginHooks;
  readonly #locks: PostLocks | undefined;

  constructor(database: Database, posts: PostStore, hooks: PluginHooks, locks: PostLocks | undefined) {
    this.#database = database;
    this.#posts = posts;
    this.#hooks = hooks;
    this.#locks = locks;
  }

  /** The autosaves of an item, newest first; only those of one user, if one is given. */
  async of(post: Post, userId?: number): Promise<Post[]> {
    let found = this.#database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_parent', '=', post.id)
      .where('post_type', '=', 'revision')
      .where('post_status', '=', 'inherit')
      .where('post_name', '=', nameFor(post));
    if (userId !== undefined) found = found.where('post_author', '=', userId);
    const rows = await found.orderBy('post_date', 'desc').orderBy('ID', 'desc').execute();
    const posts = await this.#posts.byIds(rows.map(({ ID }) => ID));
    return rows.flatMap(({ ID }) => posts.get(ID) ?? []);
  }

  /**
   * Stores what a user has changed of an item: in their own draft, unless someone else has taken over writing it, or else
   * beside the item. Answers with either.
   */
  async save(post: Post, input: PostInput, by: CurrentUser): Promise<Post> {
    const isOwnDraft = DRAFTS.has(post.status) && post.author === by.id;
    if (isOwnDraft && (await this.#locks?.holder(post.id, by.id)) === undefined) {
      return this.#posts.update(post.id, input, { by, autosave: true });
    }
    const saved = await this.#database.transaction(() => this.#saveBeside(post, input, by));
    if (saved === null) throw errors.rest_autosave_no_changes();
    return saved;
  }

  /** Null when nothing differs from the item any more, so that an earlier autosave was dropped. */
  async #saveBeside(post: Post, input: PostInput, by: CurrentUser): Promise<Post | null> {
    const texts = Object.fromEntries(
      REVISED.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
    );
    const autosave: PostInput = {
      ...texts,
      type: 'revision',
      status: 'inherit',
      parent: post.id,
      name: nameFor(post),
      author: by.id,
    };
    const [earlier] = await this.of(post, by.id);
    if (earlier === undefined) return this.#posts.insert(autosave, { by, autosave: true });
    if (!hasChanged(texts, post)) {
      await this.#posts.delete(earlier.id);
      return null;
    }
    await this.#hooks.action('cms_creating_autosave').promise(autosave);
    return this.#posts.update(earlier.id, { ...autosave, date: null, dateGmt: null }, { by, autosave: true });
  }
}

const nameFor = ({ id }: Post): string => `${id}-autosave-v1`;
