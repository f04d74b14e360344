import type { CurrentUser, RequestContext } from '../../../core/index.ts';
import type { BatchLoader } from '../../database/index.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { PostInput, WriteOptions } from '../post-input.ts';
import type { PostStore } from '../post-store.ts';
import { findIds } from '../query/find-ids.ts';
import type { PostQuery, PostResult } from '../query/post-query.ts';
import { adjacentId, type Place, type Side } from './adjacent.ts';
import { completed } from './announce.ts';
import { deletePost } from './delete.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { lockPosts } from './lock-posts.ts';
import { idByOldSlug } from './old-slugs.ts';
import { postsOf, readPosts } from './read.ts';
import { Slugs } from './slugs.ts';
import { setSticky, stickyIds } from './sticky.ts';
import { trashPost, untrashPost } from './trash.ts';
import type { SlugRequest } from './unique-slug.ts';
import { insertPost, publishPost, updatePost } from './write.ts';

/** After how many writes deferred maintenance of the database runs. */
const WRITES = 250;

/** The store of items in the site's database. Every write is one transaction. */
export class SqlPostStore implements PostStore {
  readonly #dependencies: PostStoreDependencies;
  readonly #slugs: Slugs;
  #writes = 0;

  constructor(dependencies: PostStoreDependencies) {
    this.#dependencies = dependencies;
    this.#slugs = new Slugs(dependencies);
  }

  async byId(id: number): Promise<Post | null> {
    return (await this.byIds([id])).get(id) ?? null;
  }

  byIds(ids: readonly number[]): Promise<Map<number, Post>> {
    return readPosts(this.#dependencies.database, ids);
  }

  loader(context: RequestContext): BatchLoader<number, Post | null> {
    return postLoaders(context).of(SqlPostStore, async (ids: readonly number[]) => {
      const posts = await this.byIds(ids);
      return ids.map((id) => posts.get(id) ?? null);
    });
  }

  async query(args: PostQuery): Promise<PostResult<Post>> {
    const { database, statuses } = this.#dependencies;
    const { ids, total, rows } = await findIds(args, statuses, database);
    if (rows !== undefined) return { ids, posts: await postsOf(database, rows), total };
    const posts = await this.byIds(ids);
    return { ids, posts: ids.flatMap((id) => posts.get(id) ?? []), total };
  }

  idByOldSlug(slug: string, type: string): Promise<number | undefined> {
    return idByOldSlug(slug, type, this.#dependencies.database);
  }

  adjacentId(to: Place, side: Side, user?: CurrentUser): Promise<number | undefined> {
    return adjacentId(to, side, user, this.#dependencies);
  }

  insert(input: PostInput, options: WriteOptions = {}): Promise<Post> {
    return this.#write(() => insertPost(input, options, this.#dependencies, this.#slugs));
  }

  update(id: number, input: PostInput, options: WriteOptions = {}): Promise<Post> {
    return this.#change(id, (post) => updatePost(post, input, options, this.#dependencies, this.#slugs));
  }

  completed(post: Post, before: Post | null): Promise<void> {
    return completed(post, before, this.#dependencies);
  }

  publish(id: number, dueBy?: string): Promise<Post | null> {
    return this.#change(id, (post) => publishPost(post, dueBy, this.#dependencies));
  }

  trash(id: number, options: WriteOptions = {}): Promise<Post | null> {
    return this.#change(id, (post) => trashPost(post, options, this.#dependencies, this.#slugs));
  }

  untrash(id: number, options: WriteOptions = {}): Promise<Post | null> {
    return this.#change(id, (post) => untrashPost(post, options, this.#dependencies, this.#slugs));
  }

  delete(id: number): Promise<Post | null> {
    return this.#change(id, (post) => deletePost(post, this.#dependencies));
  }

  uniqueSlug(slug: string, id: number, status: string, type: string, parent: number): Promise<string> {
    return this.#slugs.uniqueOne({ slug, id, status, type, parent });
  }

  uniqueSlugs(requests: readonly SlugRequest[]): Promise<string[]> {
    return this.#slugs.unique(requests);
  }

  isSticky(id: number): boolean {
    return stickyIds(this.#dependencies.options).includes(id);
  }

  stickyIds(): readonly number[] {
    return stickyIds(this.#dependencies.options);
  }

  setSticky(id: number, sticky: boolean): Promise<void> {
    return this.#write(() => setSticky(id, sticky, this.#dependencies));
  }

  /** Changes an item, undefined for none, as it is once it is locked. */
  #change<T>(id: number, work: (post: Post | undefined) => Promise<T>): Promise<T> {
    const { database } = this.#dependencies;
    return this.#write(async () => {
      // What is read behind the lock holds until the transaction ends.
      const [, posts] = await Promise.all([lockPosts(database, [id]), readPosts(database, [id])]);
      return work(posts.get(id));
    });
  }

  #write<T>(work: () => Promise<T>): Promise<T> {
    const { database } = this.#dependencies;
    return database.transaction(async () => {
      if (++this.#writes % WRITES === 0) database.afterCommit(() => database.tidy(), { changesAnswers: false });
      return work();
    });
  }
}
