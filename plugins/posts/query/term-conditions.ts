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

/**
 * The condition of a single clause as a question about each item, for a walk along the order of a list: quicker than to
 * gather all items of the terms when these are many. Undefined for queries that ask in another way.
 */
export function walkingCondition({ terms = [] }: PostQuery): Expression<SqlBool> | undefined {
  const [clause, ...others] = terms;
  if (clause === undefined || others.length > 0 || clause.operator !== 'IN' || clause.includeChildren) return undefined;
  const eb = expressionBuilder<Tables, 'posts'>();
  return eb.exists(
    eb
      .selectFrom('term_relationships as relation')
      .innerJoin('term_taxonomy as term', 'term.term_taxonomy_id', 'relation.term_taxonomy_id')
      .select('relation.object_id')
      .whereRef('relation.object_id', '=', 'posts.ID')
      .where('term.taxonomy', '=', clause.taxonomy)
      .where('term.term_id', 'in', clause.terms),
  );
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
