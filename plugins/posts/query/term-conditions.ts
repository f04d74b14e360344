import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Database, Tables } from '../../database/index.ts';
import type { PostQuery, TermClause } from './post-query.ts';

/** The condition that clauses on terms put on items; undefined when there is none. */
export async function termCondition(
  { terms = [], termRelation = 'AND' }: PostQuery,
  database: Database,
): Promise<Expression<SqlBool> | undefined> {
  if (terms.length === 0) return undefined;
  const conditions: Expression<SqlBool>[] = [];
  for (const clause of terms) {
    const ids = clause.includeChildren ? await withDescendants(clause, database) : clause.terms;
    conditions.push(clauseCondition(clause, ids));
  }
  const eb = expressionBuilder<Tables, 'posts'>();
  return termRelation === 'OR' ? eb.or(conditions) : eb.and(conditions);
}

function clauseCondition({ taxonomy, operator }: TermClause, ids: readonly number[]): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const having = (terms: readonly number[]) =>
    eb
      .selectFrom('term_relationships as relation')
      .innerJoin('term_taxonomy as term', 'term.term_taxonomy_id', 'relation.term_taxonomy_id')
      .select('relation.object_id')
      .where('term.taxonomy', '=', taxonomy)
      .where('term.term_id', 'in', terms);
  if (operator === 'AND') return eb.and(ids.map((id) => eb('posts.ID', 'in', having([id]))));
  return eb('posts.ID', operator === 'IN' ? 'in' : 'not in', having(ids));
}

/** Terms and all that are below them, in one statement. */
async function withDescendants({ taxonomy, terms }: TermClause, { db }: Database): Promise<number[]> {
  const rows = await db
    .withRecursive('tree(id)', (query) =>
      query
        .selectFrom('term_taxonomy')
        .select('term_id as id')
        .where('taxonomy', '=', taxonomy)
        .where('term_id', 'in', terms)
        .union(
          query
            .selectFrom('term_taxonomy as child')
            .innerJoin('tree', 'tree.id', 'child.parent')
            .select('child.term_id as id')
            .where('child.taxonomy', '=', taxonomy),
        ),
    )
    .selectFrom('tree')
    .select('id')
    .execute();
  return [...new Set([...terms, ...rows.map((row) => Number(row.id))])];
}
