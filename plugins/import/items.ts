import { lookup } from 'mime-types';
import type { CommentInput, CommentStore } from '../comments/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { type Database, maybeUnserialize } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { PostInput, PostStore } from '../posts/index.ts';
import type { Authors } from './authors.ts';
import { ATTACHMENT_SOURCE, type ImportKind, type ImportMapping, type Waiting } from './mapping.ts';
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
/** How many comments are stored at once. */
const COMMENTS = 200;

/** Imports items, a batch at a time. References to an item that comes later are set at the end. */
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

  /** Takes items with their terms, meta and comments, unless they are already there; called in a batch of the mapping. */
  async addAll(items: readonly WxrItem[]): Promise<void> {
    const { mapping, types } = this.#dependencies;
    const wanted = items.filter(({ type }) => types.get(type) !== undefined);
    for (const { type } of items) {
      if (types.get(type) === undefined) this.skipped.set(type, (this.skipped.get(type) ?? 0) + 1);
    }
    await mapping.prefetch('post', wanted.flatMap(originalsOf));
    await mapping.prefetch(
      'comment',
      wanted.flatMap(({ comments }) => comments.map(({ parent }) => parent)),
    );
    const there = await this.#there(wanted);
    for (const item of wanted) await this.#add(item, there);
  }

  /** Points parents, featured images and answers at what they belong to, once all of it is there. */
  async finish(): Promise<void> {
    const { mapping } = this.#dependencies;
    await mapping.complete('post', 'parent', (records) => this.#mendParents('post', records));
    await mapping.complete('post', 'thumbnail', (records) => this.#mendThumbnails(records));
    await mapping.complete('comment', 'parent', (records) => this.#mendParents('comment', records));
  }

  /** Our ids of those of the items that an earlier import created, and that nobody has deleted. */
  async #there(items: readonly WxrItem[]): Promise<ReadonlySet<number>> {
    const { database, mapping } = this.#dependencies;
    const earlier: number[] = [];
    for (const { id } of items) earlier.push(await mapping.find('post', id));
    const ids = earlier.filter((id) => id !== 0);
    if (ids.length === 0) return new Set();
    const rows = await database.db.selectFrom('posts').select('ID').where('ID', 'in', ids).execute();
    return new Set(rows.map((row) => Number(row.ID)));
  }

  async #add(item: WxrItem, there: ReadonlySet<number>): Promise<void> {
    const { posts, mapping } = this.#dependencies;
    const earlier = await mapping.find('post', item.id);
    if (earlier !== 0 && (there.has(earlier) || (await posts.byId(earlier)) !== null)) {
      this.known++;
      return;
    }
    const id = await this.#insert(item);
    mapping.remember('post', item.id, id);
    if (item.sticky) await posts.setSticky(id, true);
    await this.#addMeta(id, item);
    await this.#addComments(id, item.comments);
    this.created++;
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
    if (parent < 0) mapping.wait('post', 'parent', { id: post.id, original: String(item.parent) });
    return post.id;
  }

  async #addMeta(id: number, item: WxrItem): Promise<void> {
    const { meta, mapping } = this.#dependencies;
    const values: [key: string, value: unknown][] = [];
    for (const { key, value } of item.meta) {
      if (key !== '' && key !== THUMBNAIL && !LEFT_OUT.has(key)) values.push([key, maybeUnserialize(value)]);
    }
    if (item.attachmentUrl !== '') values.push([ATTACHMENT_SOURCE, item.attachmentUrl]);
    await meta.addAll('post', id, values);
    const thumbnail = thumbnailOf(item);
    if (thumbnail === undefined) return;
    const image = await mapping.find('post', Number(thumbnail));
    if (image === 0) mapping.wait('post', 'thumbnail', { id, original: thumbnail });
    else await meta.set('post', id, THUMBNAIL, String(image));
  }

  /** Whether an item of the source has been imported. */
  async has(original: number): Promise<boolean> {
    const id = await this.#dependencies.mapping.find('post', original);
    return id !== 0 && (await this.#dependencies.posts.byId(id)) !== null;
  }

  /** Imports the new comments on items of the source, by item; comments on an unknown item are left out. */
  async addComments(byItem: ReadonlyMap<number, readonly WxrComment[]>): Promise<void> {
    const { mapping } = this.#dependencies;
    const all = [...byItem.values()].flat();
    await mapping.prefetch('post', byItem.keys());
    await mapping.prefetch(
      'comment',
      all.flatMap(({ id, parent }) => [id, parent]),
    );
    for (const [original, comments] of byItem) {
      const post = await mapping.find('post', original);
      if (post === 0) continue;
      const fresh: WxrComment[] = [];
      for (const comment of comments) if ((await mapping.find('comment', comment.id)) === 0) fresh.push(comment);
      await this.#addComments(post, fresh);
    }
  }

  /** Imports comments on one item, as many at a time as do not answer each other. */
  async #addComments(post: number, comments: readonly WxrComment[]): Promise<void> {
    let part: WxrComment[] = [];
    const originals = new Set<number>();
    for (const comment of comments) {
      if (originals.has(comment.parent) || part.length === COMMENTS) {
        await this.#insertComments(post, part);
        part = [];
        originals.clear();
      }
      part.push(comment);
      originals.add(comment.id);
    }
    if (part.length > 0) await this.#insertComments(post, part);
  }

  async #insertComments(post: number, part: readonly WxrComment[]): Promise<void> {
    const { authors, comments, mapping, meta } = this.#dependencies;
    const inputs: CommentInput[] = [];
    for (const comment of part) {
      inputs.push({
        post,
        parent: comment.parent === 0 ? 0 : await mapping.find('comment', comment.parent),
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
    }
    const stored = await comments.insertAll(inputs);
    for (const [at, { id }] of stored.entries()) {
      const comment = part[at]!;
      mapping.remember('comment', comment.id, id);
      // What it answers is still to come.
      if (inputs[at]!.parent === 0 && comment.parent !== 0)
        mapping.wait('comment', 'parent', { id, original: String(comment.parent) });
      if (comment.meta.length === 0) continue;
      await meta.addAll(
        'comment',
        id,
        comment.meta.map(({ key, value }) => [key, maybeUnserialize(value)] as const),
      );
    }
    this.comments += stored.length;
  }

  /** Points items at their parents, or comments at what they answer. */
  async #mendParents(kind: ImportKind, records: readonly Waiting[]): Promise<void> {
    const { database, mapping } = this.#dependencies;
    await mapping.prefetch(kind, records.map(numberOf));
    for (const record of records) {
      const parent = await mapping.find(kind, numberOf(record));
      // An update by the store would be a new version of the item; this only completes what was read.
      const update =
        kind === 'post'
          ? database.db.updateTable('posts').set({ post_parent: parent }).where('ID', '=', record.id)
          : database.db.updateTable('comments').set({ comment_parent: parent }).where('comment_ID', '=', record.id);
      await update.execute();
    }
  }

  async #mendThumbnails(records: readonly Waiting[]): Promise<void> {
    const { mapping, meta } = this.#dependencies;
    await mapping.prefetch('post', records.map(numberOf));
    for (const record of records) {
      const image = await mapping.find('post', numberOf(record));
      if (image !== 0) await meta.set('post', record.id, THUMBNAIL, String(image));
    }
  }
}

const numberOf = ({ original }: Waiting): number => Number(original);

/** The number of an item's featured image as the file has it: the last one that it names. */
const thumbnailOf = ({ meta }: WxrItem): string | undefined => meta.findLast(({ key }) => key === THUMBNAIL)?.value;

/** The numbers of the items that an item names: itself, its parent, and its featured image. */
const originalsOf = (item: WxrItem): number[] => [item.id, item.parent, Number(thumbnailOf(item) ?? 0)];
