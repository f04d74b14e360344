import type { Database, Parameter } from '../../database/index.ts';
import type { Term } from '../term.ts';

/** Begins a query for whole terms; `t` is the term, `tt` what it is in its taxonomy. */
export const selectTerms = ({ db }: Database) =>
  db
    .selectFrom('term_taxonomy as tt')
    .innerJoin('terms as t', 't.term_id', 'tt.term_id')
    .select([
      't.term_id',
      't.name',
      't.slug',
      'tt.term_taxonomy_id',
      'tt.taxonomy',
      'tt.description',
      'tt.parent',
      'tt.count',
    ]);

/** A row of `selectTerms`. */
interface TermRow {
  readonly term_id: number;
  readonly name: string;
  readonly slug: string;
  readonly term_taxonomy_id: number;
  readonly taxonomy: string;
  readonly description: string;
  readonly parent: number;
  readonly count: number;
}

/** Makes a term of its row. Some drivers return numbers as text. */
export const toTerm = (row: TermRow): Term => ({
  id: Number(row.term_id),
  name: row.name,
  slug: row.slug,
  taxonomy: row.taxonomy,
  taxonomyId: Number(row.term_taxonomy_id),
  description: row.description,
  parent: Number(row.parent),
  count: Number(row.count),
});

/** Terms by their ids; of one taxonomy, if one is given. */
export async function termsByIds(
  database: Database,
  ids: readonly number[],
  taxonomy?: string,
): Promise<Map<number, Term>> {
  if (ids.length === 0) return new Map();
  const statement = database.prepare(
    'terms.byIds',
    (parameter: Parameter<{ ids: readonly number[]; taxonomy?: string }>) => {
      const select = selectTerms(database).where('t.term_id', 'in', parameter('ids'));
      return taxonomy === undefined ? select : select.where('tt.taxonomy', '=', parameter('taxonomy'));
    },
  );
  const rows = await statement.rows({ ids, taxonomy });
  return new Map(rows.map((row) => [Number(row.term_id), toTerm(row)]));
}
