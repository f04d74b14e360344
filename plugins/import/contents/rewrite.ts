import { RequestContext } from '../../../core/index.ts';
import { type Database, maybeSerialize, maybeUnserialize } from '../../database/index.ts';
import { FILE, METADATA, type MediaStorage, readMetadata } from '../../media/index.ts';
import type { MetaStore, MetaValues } from '../../meta/index.ts';
import type { Permalinks, Post, PostStore } from '../../posts/index.ts';
import { ATTACHMENT_SOURCE, type ImportKind, type ImportMapping, type LedTo, type Waiting } from '../mapping.ts';
import {
  digestOf,
  isFile,
  type NamedAddress,
  numberIn,
  type Replace,
  replaceAddresses,
  replaceInValue,
  sizeIn,
  withoutSize,
} from './addresses.ts';
import { mapNumbers } from './numbers.ts';

/** The services that rewriting contents needs. */
export interface RewriteDependencies {
  readonly database: Database;
  readonly meta: MetaStore;
  readonly posts: PostStore;
  readonly mapping: ImportMapping;
  readonly storage: MediaStorage | undefined;
  readonly permalinks: Permalinks;
  /** The address of this site. */
  readonly home: string;
}

/** How much of contents is to be rewritten: numbers and addresses, or addresses of files that are not here yet. */
export const [ALL, FILES] = ['all', 'files'] as const;

/** How many items are rewritten at once: each may be as long as the column holds. */
const FEW = 20;

/** The metadata that tells of the file of an attachment itself. */
const OWN: readonly string[] = [ATTACHMENT_SOURCE, FILE, METADATA];

/** A text of an item or a comment that is rewritten, and how it is stored. */
interface Part {
  /** The item or comment. */
  readonly owner: number;
  readonly text: string;
  readonly isContent: boolean;
  store(text: string): Promise<unknown>;
}

/** What the addresses in a part of the items lead to. */
interface Targets {
  readonly led: ReadonlyMap<string, LedTo>;
  /** The ids of items that addresses name by their numbers in the source. */
  readonly numbered: ReadonlyMap<number, number>;
  readonly files: ReadonlyMap<number, MetaValues>;
  readonly links: ReadonlyMap<number, string>;
}

/**
 * Rewrites what imported items name: numbers of other items and terms, addresses of files that are stored here, and
 * addresses of items that came along.
 */
export class ContentRewriter {
  readonly #dependencies: RewriteDependencies;
  /** The address of the source; undefined when it is not known. */
  readonly #base: NamedAddress | undefined;

  constructor(dependencies: RewriteDependencies, base: NamedAddress | undefined) {
    this.#dependencies = dependencies;
    this.#base = base;
  }

  /**
   * Rewrites the items and comments that wait for it. Numbers are given once; those whose files are missing go on waiting
   * for these.
   */
  async run(pause: () => Promise<void>): Promise<void> {
    const { mapping } = this.#dependencies;
    const items = (ids: readonly number[]) => this.#partsOfItems(ids);
    const comments = (ids: readonly number[]) => this.#partsOfComments(ids);
    await mapping.visit('post', 'contents', FEW, FILES, (records) => this.#rewrite(records, items), pause);
    await mapping.visit('comment', 'contents', FEW, FILES, (records) => this.#rewrite(records, comments), pause);
  }

  async #rewrite(
    records: readonly Waiting[],
    partsOf: (ids: readonly number[]) => Promise<Part[]>,
  ): Promise<ReadonlySet<number>> {
    const numbered = new Set(records.filter(({ original }) => original === ALL).map(({ id }) => id));
    const parts = await partsOf(records.map(({ id }) => id));
    const resolve = await this.#numbersIn(parts.filter(({ owner, isContent }) => isContent && numbered.has(owner)));
    const [digests, numbers] = [new Set<string>(), new Set<number>()];
    for (const { text, isContent } of parts) {
      collected(text, isContent, (address) => {
        if (address.place === this.#base?.place && numberIn(address) > 0) numbers.add(numberIn(address));
        for (const one of this.#lookedUp(address)) digests.add(digestOf(one));
      });
    }
    const targets = await this.#targetsOf(digests, numbers);
    const remaining = new Set<number>();
    for (const { owner, text, isContent, store } of parts) {
      const replace: Replace = (address) => {
        const { address: replaced, isMissing } = this.#replacement(address, targets, numbered.has(owner));
        if (isMissing) remaining.add(owner);
        return replaced;
      };
      const given = isContent && numbered.has(owner) ? mapNumbers(text, resolve) : text;
      const rewritten = isContent ? replaceAddresses(given, replace) : inStored(given, replace);
      if (rewritten !== text) await store(rewritten);
    }
    return remaining;
  }

  /** The texts of comments. */
  async #partsOfComments(ids: readonly number[]): Promise<Part[]> {
    const { db } = this.#dependencies.database;
    const rows = await db
      .selectFrom('comments')
      .select(['comment_ID', 'comment_content'])
      .where('comment_ID', 'in', ids)
      .execute();
    return rows.map(({ comment_ID, comment_content }) => ({
      owner: Number(comment_ID),
      text: comment_content,
      isContent: true,
      store: (rewritten) =>
        db.updateTable('comments').set({ comment_content: rewritten }).where('comment_ID', '=', comment_ID).execute(),
    }));
  }

  /** The texts of items that may name something. */
  async #partsOfItems(ids: readonly number[]): Promise<Part[]> {
    const { db } = this.#dependencies.database;
    const rows = await db
      .selectFrom('posts')
      .select(['ID', 'post_content', 'post_excerpt'])
      .where('ID', 'in', ids)
      .execute();
    const metas = await db
      .selectFrom('postmeta')
      .select(['meta_id', 'post_id', 'meta_value'])
      .where('post_id', 'in', ids)
      .where('meta_key', 'not in', OWN)
      .where('meta_value', 'like', '%/%')
      .execute();
    const column = (owner: number, name: 'post_content' | 'post_excerpt', text: string): Part => ({
      owner,
      text,
      isContent: true,
      store: (rewritten) =>
        db
          .updateTable('posts')
          .set({ [name]: rewritten })
          .where('ID', '=', owner)
          .execute(),
    });
    return [
      ...rows.flatMap((row) => [
        column(row.ID, 'post_content', row.post_content),
        column(row.ID, 'post_excerpt', row.post_excerpt),
      ]),
      ...metas.map(({ meta_id, post_id, meta_value }) => ({
        owner: Number(post_id),
        text: meta_value ?? '',
        isContent: false,
        store: (rewritten: string) =>
          db.updateTable('postmeta').set({ meta_value: rewritten }).where('meta_id', '=', meta_id).execute(),
      })),
    ];
  }

  /** Looks up the numbers in contents. */
  async #numbersIn(parts: readonly Part[]): Promise<(kind: ImportKind, original: number) => number> {
    const { mapping } = this.#dependencies;
    const named = new Map<ImportKind, Set<number>>();
    for (const { text } of parts) {
      mapNumbers(text, (kind, original) => {
        named.set(kind, (named.get(kind) ?? new Set()).add(original));
        return original;
      });
    }
    const known = new Map<string, number>();
    for (const [kind, originals] of named) {
      await mapping.prefetch(kind, originals);
      for (const original of originals) known.set(`${kind} ${original}`, await mapping.find(kind, original));
    }
    return (kind, original) => known.get(`${kind} ${original}`) || original;
  }

  /** The addresses under which something may be known that a text names: its own, and, of a size of a picture, the picture's. */
  #lookedUp(address: NamedAddress): NamedAddress[] {
    if (isFile(address)) return [address, withoutSize(address)];
    return this.#isOfSource(address) ? [address] : [];
  }

  #isOfSource({ place }: NamedAddress): boolean {
    const base = this.#base?.place;
    return base !== undefined && (place === base || place.startsWith(`${base}/`));
  }

  /** Reads, in a fixed number of statements, where what addresses lead to is shown here. */
  async #targetsOf(digests: ReadonlySet<string>, numbers: ReadonlySet<number>): Promise<Targets> {
    const { mapping, meta, posts, permalinks } = this.#dependencies;
    const led = await mapping.leadTo(digests);
    await mapping.prefetch('post', numbers);
    const numbered = new Map<number, number>();
    for (const number of numbers) numbered.set(number, await mapping.find('post', number));
    const files = [...led.values()].filter(({ kind, isStored }) => kind === 'file' && isStored).map(({ id }) => id);
    const linked = [...led.values()].filter(({ kind }) => kind === 'item').map(({ id }) => id);
    const items = await posts.byIds([...linked, ...[...numbered.values()].filter((id) => id !== 0)]);
    const context = new RequestContext({});
    const link = async (post: Post) => [post.id, await permalinks.forPost(post, context)] as const;
    return {
      led,
      numbered,
      files: await meta.load('post', files, [FILE, METADATA]),
      links: new Map(await Promise.all([...items.values()].map(link))),
    };
  }

  /** The address here of what an address leads to; `isMissing` for a file that is not stored here. */
  #replacement(
    address: NamedAddress,
    { led, numbered, files, links }: Targets,
    follows: boolean,
  ): { address?: string; isMissing?: boolean } {
    const exact = led.get(digestOf(address));
    const found = exact ?? led.get(digestOf(withoutSize(address)));
    if (found?.kind === 'file') {
      if (!found.isStored) return { isMissing: true };
      const file = this.#fileAddress(files.get(found.id), exact === undefined ? sizeIn(address) : '');
      return file === undefined ? {} : { address: file + address.fragment };
    }
    // Links are followed once: where both sites have one address, what they lead to here may lead elsewhere there.
    if (!follows) return {};
    const isPlain = address.place === this.#base?.place && numberIn(address) > 0;
    if (address.query !== '' && !isPlain) return {};
    const link = links.get((isPlain ? numbered.get(numberIn(address)) : found?.id) ?? 0);
    if (link !== undefined) return { address: link + address.fragment };
    return address.place === this.#base?.place && !isPlain
      ? { address: `${this.#dependencies.home}/${address.fragment}` }
      : {};
  }

  /** The address of a stored file, of a picture in that size where it has it. */
  #fileAddress(values: MetaValues | undefined, size: string): string | undefined {
    const { storage } = this.#dependencies;
    const [path] = values?.get(FILE) ?? [];
    if (storage === undefined || typeof path !== 'string' || path === '') return undefined;
    const sizes = Object.values(readMetadata(values?.get(METADATA)?.[0]).sizes ?? {});
    const sized =
      size === ''
        ? undefined
        : sizes.find(({ file }) => sizeIn({ place: String(file), query: '', fragment: '' }) === size);
    return storage.url(sized === undefined ? path : path.slice(0, path.lastIndexOf('/') + 1) + sized.file);
  }
}

/** Collects the addresses in a text. */
function collected(text: string, isContent: boolean, take: (address: NamedAddress) => void): void {
  const replace: Replace = (address) => {
    take(address);
    return undefined;
  };
  if (isContent) replaceAddresses(text, replace);
  else inStored(text, replace);
}

/** Replaces addresses in a stored value, within what is serialized in it; a value that stays keeps its form. */
function inStored(stored: string, replace: Replace): string {
  const value = maybeUnserialize(stored);
  const replaced = replaceInValue(value, replace);
  return replaced === value ? stored : maybeSerialize(replaced);
}
