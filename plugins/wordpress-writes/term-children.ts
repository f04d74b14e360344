import { getOrMake } from '../../core/base/index.ts';
import type { PluginHooks } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';

/** The services that following terms needs. */
export interface TermChildrenParts {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly options: Options;
  readonly taxonomies: Taxonomies;
}

const childrenOf = (taxonomy: string): string => `${taxonomy}_children`;

/**
 * Keeps the options `{taxonomy}_children`, from which WordPress knows the terms below a term, as the terms are. Each
 * transaction works them out once, as the last of it.
 */
export function followTerms({ hooks, database, options, taxonomies }: TermChildrenParts): void {
  const write = database.beforeCommit(async (changed: readonly string[]) => {
    const written = [...new Set(changed)].sort();
    await options.lock(written.map(childrenOf));
    for (const taxonomy of written) {
      const rows = await database.db
        .selectFrom('term_taxonomy')
        .select(['term_id', 'parent'])
        .where('taxonomy', '=', taxonomy)
        .where('parent', '>', 0)
        .orderBy('term_id')
        .execute();
      const children = new Map<number, number[]>();
      for (const { term_id, parent } of rows)
        getOrMake(children, Number(parent), () => [] as number[]).push(Number(term_id));
      await options.set(childrenOf(taxonomy), children);
    }
  });
  const follow = async (taxonomy: string) => {
    if (taxonomies.get(taxonomy)?.hierarchical === true) await write([taxonomy]);
  };
  hooks.action('created_term').tapPromise('wordpress-writes', (_id, _taxonomyId, taxonomy) => follow(taxonomy));
  hooks.action('edited_term').tapPromise('wordpress-writes', (_id, _taxonomyId, taxonomy) => follow(taxonomy));
  hooks.action('delete_term').tapPromise('wordpress-writes', (_id, _taxonomyId, taxonomy) => follow(taxonomy));
}
