import { statSync } from 'node:fs';
import { CommandError } from '../../core/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermStore } from '../terms/index.ts';
import type { UserStore } from '../users/index.ts';
import { type AuthorRule, Authors } from './authors.ts';
import { ImportedItems, type ItemDependencies } from './items.ts';
import { ImportMapping } from './mapping.ts';
import { readWxr } from './reader.ts';
import { toAuthor, toItem, toTerm } from './records.ts';
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
 * Imports a WXR file, all of it or nothing: a file that turns out to be malformed leaves the database as it was.
 * `progress` is called every half second.
 */
export async function importWxr(
  file: string,
  rule: AuthorRule,
  dependencies: ImportDependencies,
  progress: (line: string) => void,
): Promise<ImportReport> {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new CommandError(`${file}: there is no such file`);
  return dependencies.database.transaction(async () => {
    const { users: administrators } = await dependencies.users.query({ roles: ['administrator'], number: 1 });
    const authors = new Authors(dependencies.users, rule, administrators[0]?.id ?? 0);
    const terms = new ImportedTerms(dependencies.termStore, dependencies.taxonomies, dependencies.meta);
    let items: ImportedItems | undefined;
    let reportedAt = 0;
    for await (const { element, position, source } of readWxr(file)) {
      items ??= new ImportedItems({
        ...dependencies,
        authors,
        terms,
        mapping: new ImportMapping(dependencies.database, source),
      });
      if (element.name === 'wp:author') await authors.add(toAuthor(element));
      else if (element.name === 'item') await items.add(toItem(element));
      else await terms.add(toTerm(element));
      if (Date.now() - reportedAt >= 500) {
        reportedAt = Date.now();
        progress(`${Math.floor((position / size) * 100)} % read, ${items.created} items imported`);
      }
    }
    await terms.finish();
    await items?.finish();
    const skipped = new Map(items?.skipped);
    if (terms.skipped > 0) skipped.set('terms', terms.skipped);
    return {
      authors: authors.created,
      terms: terms.created,
      items: items?.created ?? 0,
      known: items?.known ?? 0,
      skipped,
    };
  });
}
