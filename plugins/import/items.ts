import { lookup } from 'mime-types';
import type { CommentStore } from '../comments/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { type Database, maybeUnserialize } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { PostInput, PostStore } from '../posts/index.ts';
import type { Authors } from './authors.ts';
import { ATTACHMENT_SOURCE, type ImportKind, type ImportMapping } from './mapping.ts';
import type { WxrComment, WxrItem } from './records.ts';
import type { ImportedTerms } from './terms.ts';

/** The services that importing items needs. */
export interface ItemDependencies {
  readonly database: Database;
  readonly posts: PostStore;
  readonly comments: CommentStore;
  readonly meta: MetaStore;
  readonly types: ContentTypes;
  readonly mapping: ImportMapping;
  readonly authors: Authors;
  readonly terms: ImportedTerms;
  /** The inputs of items that are stored even when all of their texts are empty. */
  readonly asTheyAre: WeakSet<object>;
}

/** Meta keys that belong to an editing session. */
const LEFT_OUT = new Set(['_edit_lock', '_edit_last']);
const THUMBNAIL = '_thumbnail_id';

/** Imports items one by one. References to an item that comes later are set at the end. */
export class ImportedItems {
  readonly #dependencies: ItemDependencies;
  created = 0;
  comments = 0;
  /** Items that an earlier import of the same source created. */
  known = 0;
  /** How many items were left out because nothing registers their type, by type. */
  readonly skipped = new Map<string, number>();

  constructor(dependencies: ItemDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes an item with its terms, meta and comments, unless it is already there. */
  async add(item: WxrItem): Promise<void> {
    const { posts, mapping, types } = this.#dependencies;
    if (types.get(item.type) === undefined) {
      this.skipped.set(item.type, (this.skipped.get(item.type) ?? 0) + 1);
      return;
    }
    const earlier = await mapping.find('post', item.id);
    if (earlier !== 0 && (await posts.byId(earlier)) !== null) {
      this.known++;
      return;
    }
    const id = await this.#insert(item);
    await mapping.remember('post', item.id, id);
    if (item.sticky) await posts.setSticky(id, true);
    await this.#addMeta(id, item);
    await this.#addComments(id, item.comments);
    this.created++;
  }

  /** Points parents, featured images and answers at what they belong to, once all of it is there. */
  async finish(): Promise<void> {
    await this.#mendParents('post');
    await this.#mendThumbnails();
    await this.#mendParents('comment');
  }

  async #insert(item: WxrItem): Promise<number> {
    const { posts, authors, terms, mapping } = this.#dependencies;
    const categories: number[] = [];
    const others = new Map<string, number[]>();
    for (const named of item.terms) {
      const id = await terms.idOf(named);
      if (id === 0) continue;
      if (named.taxonomy === 'category') categories.push(id);
      else others.set(named.taxonomy, [...(others.get(named.taxonomy) ?? []), id]);
    }
    // A parent that comes later is replaced by an unused id meanwhile, so that slugs are unique among siblings.
    const parent = item.parent === 0 ? 0 : (await mapping.find('post', item.parent)) || -item.parent;
    const input: PostInput = {
      author: authors.idOf(item.author),
      title: item.title,
      content: item.content,
      excerpt: item.excerpt,
      date: item.date,
      dateGmt: item.dateGmt,
      editDate: true,
      ...(item.modified === '' ? {} : { modified: item.modified, modifiedGmt: item.modifiedGmt }),
      commentStatus: item.commentStatus,
      pingStatus: item.pingStatus,
      name: item.slug,
      status: item.status,
      parent,
      menuOrder: item.menuOrder,
      type: item.type,
      password: item.password,
      guid: item.guid,
      mimeType: item.type === 'attachment' ? lookup(item.attachmentUrl) || '' : '',
      importId: item.id,
      categories,
    };
    this.#dependencies.asTheyAre.add(input);
    const post = await posts.insert(input);
    for (const [taxonomy, ids] of others) await this.#dependencies.terms.assign(post.id, taxonomy, ids);
    if (parent < 0) await this.#dependencies.meta.set('post', post.id, PENDING_PARENT, String(item.parent));
    return post.id;
  }

  async #addMeta(id: number, item: WxrItem): Promise<void> {
    const { meta, mapping } = this.#dependencies;
    for (const { key, value } of item.meta) {
      if (key === '' || LEFT_OUT.has(key)) continue;
      if (key === THUMBNAIL) {
        const image = await mapping.find('post', Number(value));
        if (image === 0) await meta.set('post', id, PENDING_THUMBNAIL, value);
        else await meta.set('post', id, THUMBNAIL, String(image));
      } else {
        await meta.add('post', id, key, maybeUnserialize(value));
      }
    }
    if (item.attachmentUrl !== '') await meta.set('post', id, ATTACHMENT_SOURCE, item.attachmentUrl);
  }

  /** Whether an item of the source has been imported. */
  async has(original: number): Promise<boolean> {
    const id = await this.#dependencies.mapping.find('post', original);
    return id !== 0 && (await this.#dependencies.posts.byId(id)) !== null;
  }

  /** Imports the new comments on an item of the source; comments on an unknown item are left out. */
  async addComments(original: number, comments: readonly WxrComment[]): Promise<void> {
    const { mapping } = this.#dependencies;
    const post = await mapping.find('post', original);
    if (post === 0) return;
    const fresh: WxrComment[] = [];
    for (const comment of comments) if ((await mapping.find('comment', comment.id)) === 0) fresh.push(comment);
    await this.#addComments(post, fresh);
  }

  async #addComments(post: number, comments: readonly WxrComment[]): Promise<void> {
    for (const comment of comments) await this.#addComment(post, comment);
  }

  async #addComment(post: number, comment: WxrComment): Promise<void> {
    const { authors, comments, mapping, meta } = this.#dependencies;
    const parent = comment.parent === 0 ? 0 : await mapping.find('comment', comment.parent);
    const { id } = await comments.insert({
      post,
      parent,
      author: authors.byNumber(comment.userId),
      authorName: comment.author,
      authorEmail: comment.authorEmail,
      authorUrl: comment.authorUrl,
      authorIp: comment.authorIp,
      date: comment.date,
      dateGmt: comment.dateGmt,
      content: comment.content,
      approved: comment.approved,
      type: comment.type,
      importId: comment.id,
    });
    await mapping.remember('comment', comment.id, id);
    this.comments++;
    // What it answers is still to come.
    if (parent === 0 && comment.parent !== 0) await meta.set('comment', id, PENDING_PARENT, `${comment.parent}`);
    for (const { key, value } of comment.meta) await meta.add('comment', id, key, maybeUnserialize(value));
  }

  /** Points items at their parents, or comments at what they answer. */
  async #mendParents(kind: ImportKind): Promise<void> {
    const { database, mapping } = this.#dependencies;
    for await (const { id, original } of this.#pending(kind, PENDING_PARENT)) {
      const parent = await mapping.find(kind, original);
      // An update by the store would be a new version of the item; this only completes what was read.
      const update =
        kind === 'post'
          ? database.db.updateTable('posts').set({ post_parent: parent }).where('ID', '=', id)
          : database.db.updateTable('comments').set({ comment_parent: parent }).where('comment_ID', '=', id);
      await update.execute();
    }
  }

  async #mendThumbnails(): Promise<void> {
    for await (const { id, original } of this.#pending('post', PENDING_THUMBNAIL)) {
      const image = await this.#dependencies.mapping.find('post', original);
      if (image !== 0) await this.#dependencies.meta.set('post', id, THUMBNAIL, String(image));
    }
  }

  /** The items or comments that wait for another one; each is removed from the list. */
  async *#pending(kind: ImportKind, key: string): AsyncGenerator<{ id: number; original: number }> {
    const { database, meta } = this.#dependencies;
    const [table, object] =
      kind === 'post' ? (['postmeta', 'post_id'] as const) : (['commentmeta', 'comment_id'] as const);
    for (;;) {
      const row = await database.db
        .selectFrom(table)
        .select([`${object} as id`, 'meta_value'])
        .where('meta_key', '=', key)
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return;
      await meta.delete(kind, row.id, key);
      yield { id: row.id, original: Number(row.meta_value) };
    }
  }
}

/** Meta that lives only while an import runs: the ids of items and comments that had not come yet. */
const PENDING_PARENT = '_tappet_import_parent';
const PENDING_THUMBNAIL = '_tappet_import_thumbnail';
