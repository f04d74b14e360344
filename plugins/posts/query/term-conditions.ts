import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../../database/index.ts';
import type { PostQuery, TermClause } from './post-query.ts';

/** The clauses with the descendants of their terms added, where they include children. */
export async function withChildren(
  clauses: readonly TermClause[] = [],
  database: Database,
): Promise<readonly TermClause[]> {
  if (!clauses.some((clause) => clause.includeChildren)) return clauses;
  const whole: TermClause[] = [];
  for (const { includeChildren, ...clause } of clauses) {
    whole.push(includeChildren ? { ...clause, terms: await withDescendants(clause, database) } : clause);
  }
  return whole;
}

/** Up to this many terms that an item must have are looked for one by one. */
const FEW = 20;

/** The condition that clauses on terms put on items; undefined when there is none. */
export function termCondition(
  { terms = [], termRelation = 'AND' }: PostQuery,
  database: Database,
): Expression<SqlBool> | undefined {
  if (terms.length === 0) return undefined;
  const conditions = terms.map((clause) => clauseCondition(clause, database));
  const eb = expressionBuilder<Tables, 'posts'>();
  return termRelation === 'OR' ? eb.or(conditions) : eb.and(conditions);
}

function clauseCondition(clause: TermClause, database: Database): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const { taxonomy, operator, terms: ids } = clause;
  // Few items have one of the terms, but most have none: those are found one by one.
  if (operator === 'NOT IN') return eb.not(hasTerm(clause, database));
  const having = (terms: readonly number[]) => relationsOf({ taxonomy, terms }).select('relation.object_id');
  if (operator === 'AND') {
    const terms = [...new Set(ids)];
    if (terms.length <= FEW) return eb.and(terms.map((id) => eb('posts.ID', 'in', having([id]))));
    return eb('posts.ID', 'in', havingAll({ taxonomy, terms }));
  }
  return eb('posts.ID', 'in', having(ids));
}

/** The relations of objects to some terms. */
const relationsOf = ({ taxonomy, terms }: Pick<TermClause, 'taxonomy' | 'terms'>) =>
  expressionBuilder<Tables, 'posts'>()
    .selectFrom('term_relationships as relation')
    .innerJoin('term_taxonomy as term', 'term.term_taxonomy_id', 'relation.term_taxonomy_id')
    .where('term.taxonomy', '=', taxonomy)
    .where('term.term_id', 'in', terms);

/** The objects that have all of many terms: those with as many of them as there are. */
const havingAll = (clause: Pick<TermClause, 'taxonomy' | 'terms'>) =>
  relationsOf(clause)
    .select('relation.object_id')
    .groupBy('relation.object_id')
    .having((eb) => eb(eb.fn.count('term.term_id').distinct(), '=', clause.terms.length));

/** Whether an item has one of the terms, found by the item. */
function hasTerm({ taxonomy, terms }: TermClause, { dialect }: Database): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'posts'>();
  const ids = eb
    .selectFrom('term_taxonomy')
    .select('term_taxonomy_id')
    .where('taxonomy', '=', taxonomy)
    .where('term_id', 'in', terms);
  // PostgreSQL does not know how many items have these terms. In a join it would go over all of them for each item.
  const isAmong = dialect === 'postgres' ? sql`= any(array(${ids}))` : sql`in (${ids})`;
  return eb.exists(
    eb
      .selectFrom('term_relationships as relation')
      .select('relation.object_id')
      .whereRef('relation.object_id', '=', 'posts.ID')
      .where(sql<SqlBool>`${sql.ref('relation.term_taxonomy_id')} ${isAmong}`),
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
