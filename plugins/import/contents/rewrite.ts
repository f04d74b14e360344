import { RequestContext } from '../../../core/index.ts';
import { type Database, maybeSerialize, maybeUnserialize } from '../../database/index.ts';
import { FILE, METADATA, type MediaStorage, readMetadata } from '../../media/index.ts';
import type { MetaStore, MetaValues } from '../../meta/index.ts';
import type { Permalinks, Post, PostStore } from '../../posts/index.ts';
import type { Authors } from '../authors.ts';
import type { ImportMapping, LedTo, Waiting } from '../mapping.ts';
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
import { mapNumbers, type NamedKind, type Resolve } from './numbers.ts';
import { type Part, partsOfComments, partsOfItems } from './parts.ts';

/** The services that rewriting contents needs. */
export interface RewriteDependencies {
  readonly database: Database;
  readonly meta: MetaStore;
  readonly posts: PostStore;
  readonly mapping: ImportMapping;
  readonly authors: Pick<Authors, 'byNumber'>;
  readonly storage: MediaStorage | undefined;
  readonly permalinks: Permalinks;
  /** The address of this site. */
  readonly home: string;
}

/** How much of contents is to be rewritten: numbers and addresses, or addresses of files that are not here yet. */
export const [ALL, FILES] = ['all', 'files'] as const;

/** How many items are rewritten at once: each may be as long as the column holds. */
const FEW = 20;

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
    const visiting = { role: 'contents', few: FEW, rest: FILES } as const;
    await mapping.visit('post', visiting, (records) => this.#rewrite(records, partsOfItems), pause);
    await mapping.visit('comment', visiting, (records) => this.#rewrite(records, partsOfComments), pause);
  }

  async #rewrite(records: readonly Waiting[], partsOf: typeof partsOfItems): Promise<ReadonlySet<number>> {
    const numbered = new Set(records.filter(({ original }) => original === ALL).map(({ id }) => id));
    const parts = await partsOf(
      this.#dependencies.database,
      records.map(({ id }) => id),
    );
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

  /** Looks up the numbers in contents. */
  async #numbersIn(parts: readonly Part[]): Promise<Resolve> {
    const { authors, mapping } = this.#dependencies;
    const named = new Map<NamedKind, Set<number>>();
    for (const { text } of parts) {
      mapNumbers(text, (kind, original) => {
        named.set(kind, (named.get(kind) ?? new Set()).add(original));
        return original;
      });
    }
    const known = new Map<string, number>();
    for (const [kind, originals] of named) {
      if (kind === 'user') continue;
      await mapping.prefetch(kind, originals);
      for (const original of originals) known.set(`${kind} ${original}`, await mapping.find(kind, original));
    }
    return (kind, original) =>
      (kind === 'user' ? authors.byNumber(original) : known.get(`${kind} ${original}`)) || original;
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
