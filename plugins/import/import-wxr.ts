import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { Brand } from '../../core/index.ts';
import { type CommandContext, CommandError } from '../../core/index.ts';
import type { MediaDependencies } from '../media/index.ts';
import type { PublicWeb } from '../public-web/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermStore } from '../terms/index.ts';
import type { UserStore } from '../users/index.ts';
import { type AuthorRule, Authors } from './authors.ts';
import { type Parsed, readBatches } from './batches.ts';
import { readAddress } from './contents/addresses.ts';
import { ContentRewriter, type RewriteDependencies } from './contents/rewrite.ts';
import { Undated } from './dates.ts';
import { type FetchOptions, FileFetcher } from './files/fetch-files.ts';
import { WaitingFiles } from './files/waiting-files.ts';
import { ImportedItems, type ItemDependencies } from './items.ts';
import { ImportMapping } from './mapping.ts';
import { OwnNames } from './own-names.ts';
import { readWxr } from './reader.ts';
import type { WxrItem } from './records.ts';
import { REVISION } from './revisions.ts';
import { ImportedTerms } from './terms.ts';

/** The services that an import needs. */
export interface ImportDependencies
  extends Omit<ItemDependencies, 'base' | 'mapping' | 'authors' | 'terms'>,
    Omit<RewriteDependencies, 'mapping' | 'authors'> {
  readonly users: UserStore;
  readonly termStore: TermStore;
  readonly taxonomies: Taxonomies;
  readonly brand: Brand;
}

/** What of a file is imported. */
export interface WxrOptions {
  /** Whether revisions are, autosaves among them. */
  readonly revisions: boolean;
  /** How the files of attachments are fetched; undefined where they are not. */
  readonly files: (FetchOptions & { readonly web: PublicWeb; readonly media: MediaDependencies }) | undefined;
}

/** The numbers of an import. */
export interface ImportReport {
  readonly authors: number;
  readonly terms: number;
  readonly items: number;
  /** Revisions of items, autosaves among them. */
  readonly revisions: number;
  /** Revisions that were left out because their item is not there. */
  readonly orphans: number;
  /** Items that an earlier import created. */
  readonly known: number;
  /** Items of unregistered types, by type, and terms of unregistered taxonomies. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Items and comments that were left out because one of their dates is none. */
  readonly undated: Undated;
}

/** The numbers of fetching files. */
export interface FileReport {
  readonly fetched: number;
  readonly failed: number;
  /** The files that could not be fetched, in this import and in earlier ones of the same source. */
  failures(): AsyncIterable<{ readonly address: string; readonly reason: string }>;
}

/** The numbers of the import of a file. */
export interface WxrReport extends ImportReport {
  /** Undefined where no files were to be fetched. */
  readonly files?: FileReport;
}

/**
 * Imports a WXR file of any size with a constant amount of memory, a batch of records in each transaction. The whole file
 * is checked before: one that is malformed leaves the database as it was. What was stored is remembered with it, so that
 * an import that was stopped goes on when it is run again, and ends as one that was not.
 */
export async function importWxr(
  file: string,
  rule: AuthorRule,
  dependencies: ImportDependencies,
  { progress, track }: Pick<CommandContext, 'progress' | 'track'>,
  options: WxrOptions,
): Promise<WxrReport> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new CommandError(`${file}: there is no such file`);
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  // What comes from a pipe cannot be read twice.
  if (stats.isFile()) await checkWxr(file, stats.size, progress);
  const { database, users } = dependencies;
  const { users: administrators } = await users.query({ roles: ['administrator'], number: 1 });
  const authors = new Authors(users, rule, administrators[0]?.id ?? 0);
  const show = track(stats.isFile() ? stats.size : 0, 'read');
  let records: ImportedRecords | undefined;
  await database.bulk(async (pause) => {
    for await (const batch of readBatches(file)) {
      records ??= new ImportedRecords(dependencies, authors, batch.source, options);
      const { mapping, items } = records;
      await mapping.batch(() => records!.addAll(batch.records));
      await pause();
      show(batch.position, items.created + items.known + items.revisions);
    }
    await records?.terms.finish();
    await records?.items.finish();
    await records?.contents.run(pause);
  });
  const files = await fetched(records, dependencies, options, track);
  await database.complete((left) => progress(`${left} texts to be indexed`));
  const skipped = new Map(records?.items.skipped);
  const { terms, items } = records ?? {};
  if (terms !== undefined && terms.skipped > 0) skipped.set('terms', terms.skipped);
  return {
    authors: authors.created,
    terms: terms?.created ?? 0,
    items: items?.created ?? 0,
    revisions: items?.revisions ?? 0,
    orphans: items?.orphans ?? 0,
    known: items?.known ?? 0,
    skipped,
    undated: items?.undated ?? new Undated(),
    ...(files === undefined ? {} : { files }),
  };
}

/** Fetches the files of attachments, where that is wanted, and has contents name them. */
async function fetched(
  records: ImportedRecords | undefined,
  { database }: ImportDependencies,
  { files: options }: WxrOptions,
  track: CommandContext['track'],
): Promise<FileReport | undefined> {
  if (records === undefined || options === undefined) return undefined;
  const waiting = new WaitingFiles(database, records.source);
  const fetcher = new FileFetcher(options.media, options.web, waiting, options);
  await fetcher.run(track);
  await database.bulk((pause) => records.contents.run(pause));
  return { fetched: fetcher.fetched, failed: fetcher.failed, failures: () => waiting.failures() };
}

/** Reads a file to its end, and throws where it is malformed. */
async function checkWxr(file: string, size: number, progress: (line: string) => void): Promise<void> {
  let shown = -1;
  for await (const { position } of readWxr(file, { builds: false })) {
    const percent = Math.floor((position / size) * 10) * 10;
    if (percent > shown) progress(`${percent} % checked`);
    shown = percent;
  }
}

/**
 * How much more than what is in use the heap may hold before it is cleaned, in percent. Left to itself it grows to
 * several times as much, of records that were stored long ago, since the machine has room for it.
 */
const HEAP_GROWTH = 50;

/** Stores the records of one source. */
class ImportedRecords {
  /** The address of the exported site. */
  readonly source: string;
  readonly contents: ContentRewriter;
  readonly mapping: ImportMapping;
  readonly terms: ImportedTerms;
  readonly items: ImportedItems;
  readonly #authors: Authors;
  readonly #names: OwnNames;
  readonly #takesRevisions: boolean;

  constructor(dependencies: ImportDependencies, authors: Authors, source: string, { revisions }: WxrOptions) {
    const { database, termStore, taxonomies, meta } = dependencies;
    this.#authors = authors;
    this.#names = new OwnNames(dependencies);
    this.#takesRevisions = revisions;
    this.mapping = new ImportMapping(database, source);
    this.terms = new ImportedTerms(termStore, taxonomies, meta, this.mapping);
    this.source = source;
    const base = readAddress(source);
    this.items = new ImportedItems({ ...dependencies, authors, terms: this.terms, mapping: this.mapping, base });
    this.contents = new ContentRewriter({ ...dependencies, authors, mapping: this.mapping }, base);
  }

  /** Stores records in the order of the file, items that follow each other together. */
  async addAll(records: readonly Parsed[]): Promise<void> {
    const items: WxrItem[] = [];
    for (const record of records) {
      if ('item' in record) {
        if (this.#takesRevisions || record.item.type !== REVISION) items.push(this.#names.ofItem(record.item));
        continue;
      }
      await this.items.addAll(items.splice(0));
      if ('author' in record) await this.#authors.add(record.author);
      else await this.terms.add(this.#names.ofTerm(record.term));
    }
    await this.items.addAll(items);
  }
}
