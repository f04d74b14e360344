import { lookup } from 'mime-types';
import type { ContentTypes } from '../content-types/index.ts';
import type { Database } from '../database/index.ts';
import { FILE, METADATA } from '../media/index.ts';
import { NAV_MENU, NAV_MENU_ITEM } from '../menus/index.ts';
import type { PostInput, PostStore } from '../posts/index.ts';
import { type CommentDependencies, ImportedComments } from './comments.ts';
import { addressesOfFile, digestOf, isFile, mayHaveAddresses, readAddress } from './contents/addresses.ts';
import { mayHaveNumbers } from './contents/numbers.ts';
import { ALL } from './contents/rewrite.ts';
import { Undated } from './dates.ts';
import { ATTACHMENT_SOURCE, type ImportKind, type Waiting } from './mapping.ts';
import type { WxrItem } from './records.ts';
import {
  KEYS_OF_ROLES,
  leadsToItself,
  noteOf,
  parentOf,
  type Reference,
  readNote,
  referencesOf,
} from './references.ts';
import { nameOfRevision, REVISION } from './revisions.ts';
import type { ImportedTerms } from './terms.ts';

/** The services that importing items needs. */
export interface ItemDependencies extends CommentDependencies {
  readonly database: Database;
  readonly posts: PostStore;
  readonly types: ContentTypes;
  readonly terms: ImportedTerms;
  /** The inputs of items that are stored even when all of their texts are empty. */
  readonly asTheyAre: WeakSet<object>;
}

/** Meta keys that belong to an editing session. */
const LEFT_OUT = new Set(['_edit_lock', '_edit_last']);

/** Imports items, a batch at a time. References to an item that comes later are set at the end. */
export class ImportedItems {
  readonly #dependencies: ItemDependencies;
  readonly comments: ImportedComments;
  created = 0;
  /** Revisions of items, autosaves among them, which count as no items. */
  revisions = 0;
  /** Revisions that were left out because their item is not there. */
  orphans = 0;
  /** Items that an earlier import of the same source created. */
  known = 0;
  /** How many items were left out because nothing registers their type, by type. */
  readonly skipped = new Map<string, number>();

  /** Items and comments that were left out because one of their dates is none. */
  readonly undated = new Undated();

  constructor(dependencies: ItemDependencies) {
    this.#dependencies = dependencies;
    this.comments = new ImportedComments(dependencies);
  }

  /** Takes items with their terms, meta and comments, unless they are already there; called in a batch of the mapping. */
  async addAll(items: readonly WxrItem[]): Promise<void> {
    const { mapping, types } = this.#dependencies;
    const wanted = items.filter((item) => types.get(item.type) !== undefined && this.undated.isDated(item));
    for (const { type } of items) {
      if (types.get(type) === undefined) this.skipped.set(type, (this.skipped.get(type) ?? 0) + 1);
    }
    const kinds = await this.#kindsOf(wanted);
    for (const [kind, originals] of originalsOf(kinds)) await mapping.prefetch(kind, originals);
    await mapping.prefetch(
      'comment',
      wanted.flatMap(({ comments }) => comments.map(({ parent }) => parent)),
    );
    const there = await this.#there(kinds);
    for (const [item, kind] of kinds) await this.#add(item, kind, there);
  }

  /** The kind of each item, under which its number is known: items of menus are known by the menu that they are in. */
  async #kindsOf(items: readonly WxrItem[]): Promise<Map<WxrItem, ImportKind>> {
    const kinds = new Map<WxrItem, ImportKind>();
    for (const item of items) {
      const menu = item.type === NAV_MENU_ITEM ? item.terms.find(({ taxonomy }) => taxonomy === NAV_MENU) : undefined;
      const id = menu === undefined ? 0 : await this.#dependencies.terms.idOf(menu);
      kinds.set(item, item.type === NAV_MENU_ITEM ? `menu ${id}` : 'post');
    }
    return kinds;
  }

  /** Points parents, answers and what metadata refers to at what they belong to, once all of it is there. */
  async finish(): Promise<void> {
    const { mapping } = this.#dependencies;
    await mapping.complete('post', 'parent', (records) => this.#mendParents('post', records));
    await mapping.complete('post', 'revised', (records) => this.#mendRevisions(records));
    for (const role of ROLES) await mapping.complete('post', role, (records) => this.#mendReferences(role, records));
    await mapping.complete('comment', 'parent', (records) => this.#mendParents('comment', records));
  }

  /** Our ids of those of the items that an earlier import created, and that nobody has deleted. */
  async #there(items: ReadonlyMap<WxrItem, ImportKind>): Promise<ReadonlySet<number>> {
    const { database, mapping } = this.#dependencies;
    const earlier: number[] = [];
    for (const [{ id }, kind] of items) earlier.push(await mapping.find(kind, id));
    const ids = earlier.filter((id) => id !== 0);
    if (ids.length === 0) return new Set();
    const rows = await database.db.selectFrom('posts').select('ID').where('ID', 'in', ids).execute();
    return new Set(rows.map((row) => Number(row.ID)));
  }

  async #add(item: WxrItem, kind: ImportKind, there: ReadonlySet<number>): Promise<void> {
    const { posts, mapping } = this.#dependencies;
    const earlier = await mapping.find(kind, item.id);
    const isRevision = item.type === REVISION;
    if (earlier !== 0 && (there.has(earlier) || (await posts.byId(earlier)) !== null)) {
      if (!isRevision) this.known++;
      await this.#completeFile(earlier, item);
      this.#noteFile(earlier, item);
      return;
    }
    if (isRevision && item.parent === 0) {
      this.orphans++;
      return;
    }
    const id = await this.#insert(item);
    mapping.remember(kind, item.id, id);
    if (item.sticky) await posts.setSticky(id, true);
    await this.#addMeta(id, item, kind);
    this.#noteAddresses(id, item);
    await this.comments.addTo(id, this.undated.dated(item));
    if (isRevision) this.revisions++;
    else this.created++;
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
    // A parent that comes later is replaced by an unused id meanwhile, so that slugs are unique among siblings: a great one,
    // as not every database has ids below zero.
    const above = parentOf(item);
    const known = above === 0 ? 0 : await mapping.find('post', above);
    const parent = known || (above === 0 ? 0 : Number.MAX_SAFE_INTEGER - above);
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
      name: item.type === REVISION && known ? nameOfRevision(item.slug, known) : item.slug,
      status: item.status,
      parent,
      menuOrder: item.menuOrder,
      type: item.type,
      password: item.password,
      guid: item.guid,
      mimeType: item.type === 'attachment' ? lookup(item.attachmentUrl) || '' : '',
      importId: Math.max(0, item.id),
      categories,
    };
    this.#dependencies.asTheyAre.add(input);
    const post = await posts.insert(input);
    for (const [taxonomy, ids] of others) await this.#dependencies.terms.assign(post.id, taxonomy, ids);
    const role = item.type === REVISION ? 'revised' : 'parent';
    if (parent > 0 && !known) mapping.wait('post', role, { id: post.id, original: String(above) });
    return post.id;
  }

  /** Notes the address of an item, and whether it may name others in its contents. */
  #noteAddresses(id: number, item: WxrItem): void {
    const { mapping, base } = this.#dependencies;
    const link = readAddress(item.link);
    // Of an address with a query, the rest is that of the whole site; so is that of the page that is shown there.
    if (link !== undefined && link.query === '' && link.place !== base?.place && item.type !== REVISION)
      mapping.noteAddress(digestOf(link), 'item', id);
    this.#noteFile(id, item);
    const texts = [item.content, item.excerpt, ...item.meta.map(({ value }) => value)];
    if (mayHaveNumbers(item.content) || texts.some((text) => mayHaveAddresses(text, base)))
      mapping.wait('post', 'contents', { id, original: ALL });
  }

  /** Notes where the file of an attachment is, and by which addresses it is named. */
  #noteFile(id: number, item: WxrItem): void {
    const { mapping } = this.#dependencies;
    if (item.type !== 'attachment' || item.attachmentUrl === '') return;
    mapping.noteFile(id, item.attachmentUrl, item.fileIsHere === true);
    for (const text of [item.guid, item.attachmentUrl]) {
      const address = readAddress(text);
      if (address === undefined || !isFile(address)) continue;
      for (const each of addressesOfFile(address)) mapping.noteAddress(digestOf(each), 'file', id);
    }
  }

  async #addMeta(id: number, item: WxrItem, kind: ImportKind): Promise<void> {
    const { meta } = this.#dependencies;
    const references = referencesOf(item, kind);
    const isLeftOut = (key: string) => key === '' || LEFT_OUT.has(key) || references.some((each) => each.key === key);
    const values: [key: string, stored: string][] = [];
    for (const { key, value } of item.meta) if (!isLeftOut(key)) values.push([key, value]);
    if (item.attachmentUrl !== '') values.push([ATTACHMENT_SOURCE, item.attachmentUrl]);
    for (const reference of references) {
      const isItself = reference.key === KEYS_OF_ROLES['menu-object'] && leadsToItself(item);
      const target = isItself ? id : await this.#target(id, reference);
      if (target !== 0 || !reference.isOptional) values.push([reference.key, String(target)]);
    }
    await meta.addStored('post', id, values);
  }

  /** Our id of what the metadata of an item refers to; 0 for what is not there, for which the item waits. */
  async #target(id: number, reference: Reference): Promise<number> {
    const { mapping } = this.#dependencies;
    const { kind, original, role } = reference;
    const target = original === 0 ? 0 : await mapping.find(kind, original);
    if (target === 0 && original !== 0 && role !== undefined)
      mapping.wait('post', role, { id, original: noteOf(reference) });
    return target;
  }

  /** Whether an attachment of the source has been imported with its file. */
  async hasFile(original: number): Promise<boolean> {
    const id = await this.#dependencies.mapping.find('post', original);
    return id !== 0 && (await this.#dependencies.meta.get('post', id, FILE)).length > 0;
  }

  /** Gives an attachment the file that an earlier import could not fetch. */
  async #completeFile(id: number, { fileIsHere, meta }: WxrItem): Promise<void> {
    if (fileIsHere !== true) return;
    const files = meta.filter(({ key }) => key === FILE || key === METADATA);
    const values = files.map(({ key, value }) => [key, value] as const);
    if (values.length > 0) await this.#dependencies.meta.addStored('post', id, values);
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

  /** Gives revisions that came before it to their item, and removes those whose item did not come. */
  async #mendRevisions(records: readonly Waiting[]): Promise<void> {
    const { database, mapping, posts } = this.#dependencies;
    await mapping.prefetch('post', records.map(numberOf));
    const revisions = await posts.byIds(records.map(({ id }) => id));
    for (const record of records) {
      const revision = revisions.get(record.id);
      if (revision === undefined) continue;
      const item = await mapping.find('post', numberOf(record));
      if (item === 0) {
        await posts.delete(record.id);
        this.revisions--;
        this.orphans++;
        continue;
      }
      const stored = { post_parent: item, post_name: nameOfRevision(revision.name, item) };
      await database.db.updateTable('posts').set(stored).where('ID', '=', record.id).execute();
    }
  }

  /** Sets the metadata of items that waited for what it refers to. */
  async #mendReferences(role: (typeof ROLES)[number], records: readonly Waiting[]): Promise<void> {
    const { mapping, meta } = this.#dependencies;
    const notes = new Map(records.map(({ id, original }) => [id, readNote(original)]));
    for (const [kind, originals] of byKind([...notes.values()])) await mapping.prefetch(kind, originals);
    for (const [id, { kind, original }] of notes) {
      const target = await mapping.find(kind, original);
      if (target !== 0) await meta.set('post', id, KEYS_OF_ROLES[role], String(target));
    }
  }
}

const ROLES = Object.keys(KEYS_OF_ROLES) as (keyof typeof KEYS_OF_ROLES)[];

const numberOf = ({ original }: Waiting): number => Number(original);

/** The numbers that items name, by kind: their own, those of their parents, and those in their metadata. */
const originalsOf = (items: ReadonlyMap<WxrItem, ImportKind>): Map<ImportKind, number[]> =>
  byKind(
    [...items].flatMap(([item, kind]) => [
      { kind, original: item.id },
      { kind: 'post', original: parentOf(item) },
      ...referencesOf(item, kind),
    ]),
  );

function byKind(named: readonly Pick<Reference, 'kind' | 'original'>[]): Map<ImportKind, number[]> {
  const found = new Map<ImportKind, number[]>();
  for (const { kind, original } of named) found.set(kind, [...(found.get(kind) ?? []), original]);
  return found;
}
