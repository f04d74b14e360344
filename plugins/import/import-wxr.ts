import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { type CommandContext, CommandError } from '../../core/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermStore } from '../terms/index.ts';
import type { UserStore } from '../users/index.ts';
import { type AuthorRule, Authors } from './authors.ts';
import { type Parsed, readBatches } from './batches.ts';
import { ImportedItems, type ItemDependencies } from './items.ts';
import { ImportMapping } from './mapping.ts';
import { readWxr } from './reader.ts';
import type { WxrItem } from './records.ts';
import { ImportedTerms } from './terms.ts';

/** The services that an import needs. */
export interface ImportDependencies extends Omit<ItemDependencies, 'mapping' | 'authors' | 'terms'> {
  readonly users: UserStore;
  readonly termStore: TermStore;
  readonly taxonomies: Taxonomies;
}

/** The numbers of an import. */
export interface ImportReport {
  readonly authors: number;
  readonly terms: number;
  readonly items: number;
  /** Items that an earlier import created. */
  readonly known: number;
  /** Items of unregistered types, by type, and terms of unregistered taxonomies. */
  readonly skipped: ReadonlyMap<string, number>;
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
): Promise<ImportReport> {
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
      records ??= new ImportedRecords(dependencies, authors, batch.source);
      const { mapping, items } = records;
      await mapping.batch(() => records!.addAll(batch.records));
      await pause();
      show(batch.position, items.created + items.known);
    }
    await records?.terms.finish();
    await records?.items.finish();
  });
  await database.complete((left) => progress(`${left} texts to be indexed`));
  const skipped = new Map(records?.items.skipped);
  const { terms, items } = records ?? {};
  if (terms !== undefined && terms.skipped > 0) skipped.set('terms', terms.skipped);
  return {
    authors: authors.created,
    terms: terms?.created ?? 0,
    items: items?.created ?? 0,
    known: items?.known ?? 0,
    skipped,
  };
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
  readonly mapping: ImportMapping;
  readonly terms: ImportedTerms;
  readonly items: ImportedItems;
  readonly #authors: Authors;

  constructor(dependencies: ImportDependencies, authors: Authors, source: string) {
    const { database, termStore, taxonomies, meta } = dependencies;
    this.#authors = authors;
    this.mapping = new ImportMapping(database, source);
    this.terms = new ImportedTerms(termStore, taxonomies, meta, this.mapping);
    this.items = new ImportedItems({ ...dependencies, authors, terms: this.terms, mapping: this.mapping });
  }

  /** Stores records in the order of the file, items that follow each other together. */
  async addAll(records: readonly Parsed[]): Promise<void> {
    const items: WxrItem[] = [];
    for (const record of records) {
      if ('item' in record) {
        items.push(record.item);
        continue;
      }
      await this.items.addAll(items.splice(0));
      if ('author' in record) await this.#authors.add(record.author);
      else await this.terms.add(record.term);
    }
    await this.items.addAll(items);
  }
}
