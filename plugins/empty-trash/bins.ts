import type { CommentStore } from '../comments/index.ts';
import type { Database } from '../database/index.ts';
import { lockPosts, type PostStore } from '../posts/index.ts';

/** The services that what is in the trash is found and deleted with. */
export interface BinServices {
  readonly database: Database;
  readonly posts: PostStore;
  /** Left out where there are no comments. */
  readonly comments: CommentStore | undefined;
}

/** A kind of object that has a trash. */
export interface Bin {
  readonly type: 'comment' | 'post';
  /** Those of these objects that are in the trash at present. */
  trashed(ids: readonly number[]): Promise<number[]>;
  /** Keeps others from moving an object in or out until the transaction ends. */
  lock(id: number): Promise<void>;
  /** Deletes an object for good; answers with whether it did. */
  delete(id: number): Promise<boolean>;
}

/** What has a trash: content items of every type, and comments. */
export function binsOf({ database, posts, comments }: BinServices): Bin[] {
  const ofItems: Bin = {
    type: 'post',
    trashed: async (ids) => idsOf(await posts.byIds(ids), ({ status }) => status === 'trash'),
    lock: (id) => lockPosts(database, [id]),
    delete: async (id) => (await posts.delete(id)) !== null,
  };
  if (comments === undefined) return [ofItems];
  const ofComments: Bin = {
    type: 'comment',
    trashed: async (ids) => idsOf(await comments.byIds(ids), ({ approved }) => approved === 'trash'),
    lock: async (id) => lockPosts(database, [(await comments.byId(id))?.post ?? 0]),
    async delete(id) {
      await comments.delete(id);
      return true;
    },
  };
  return [ofItems, ofComments];
}

const idsOf = <T>(found: ReadonlyMap<number, T>, isTrashed: (object: T) => boolean): number[] =>
  [...found].filter(([, object]) => isTrashed(object)).map(([id]) => id);
