import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Parameter, Tables } from '../../database/index.ts';
import { type FoundTerms, type TermQuery, taxonomiesOf } from '../term.ts';
import { selectTerms, toTerm } from './rows.ts';

type Aliased = Tables & { t: Tables['terms']; tt: Tables['term_taxonomy'] };

/**
 * Finds a page of terms and the number of all. Where empty terms are hidden, the total counts only used terms, while
 * the page also holds their ancestors, as in the reference.
 */
export async function findTerms(database: Database, query: TermQuery, hierarchical: boolean): Promise<FoundTerms> {
  const { number, offset = 0, ...filter } = query;
  const key = JSON.stringify([filter, hierarchical]);
  const hidesEmpty = query.hideEmpty === true && query.objectIds === undefined;
  const eb = expressionBuilder<Aliased, 't' | 'tt'>();
  const conditions = conditionsOf(database, query);
  const used = eb('tt.count', '>', 0);
  const shown = hierarchical ? eb.or([used, eb('t.term_id', 'in', aboveUsed(database, taxonomiesOf(query)))]) : used;

  const found = database.prepare(`terms.find ${key}`, (parameter: Parameter<{ number?: number; offset?: number }>) => {
    const select = selectTerms(database)
      .where(eb.and(hidesEmpty ? [...conditions, shown] : conditions))
      .orderBy(orderOf(database, query), query.order === 'desc' ? 'desc' : 'asc')
      .orderBy('t.term_id');
    return number === undefined ? select : select.limit(parameter('number')).offset(parameter('offset'));
  });
  const terms = (await found.rows(number === undefined ? {} : { number, offset })).map(toTerm);

  const isWhole = number === undefined || (terms.length < number && (terms.length > 0 || offset === 0));
  if (isWhole && !(hidesEmpty && hierarchical))
    return { terms, total: (number === undefined ? 0 : offset) + terms.length };
  const counted = database.prepare(`terms.count ${key}`, () =>
    database.db
      .selectFrom('term_taxonomy as tt')
      .innerJoin('terms as t', 't.term_id', 'tt.term_id')
      .select((expression) => expression.fn.countAll().as('total'))
      .where(eb.and(hidesEmpty ? [...conditions, used] : conditions)),
  );
  return { terms, total: Number((await counted.rows({}))[0]?.total) };
}

function conditionsOf(database: Database, query: TermQuery): Expression<SqlBool>[] {
  const eb = expressionBuilder<Aliased, 't' | 'tt'>();
  const { include = [], exclude = [], slug = [], search = '', name, parent, objectIds } = query;
  const conditions: Expression<SqlBool>[] = [eb('tt.taxonomy', 'in', taxonomiesOf(query))];
  if (include.length > 0) conditions.push(eb('t.term_id', 'in', include));
  else if (exclude.length > 0) conditions.push(eb('t.term_id', 'not in', exclude));
  if (slug.length > 0) conditions.push(eb('t.slug', 'in', slug));
  if (name !== undefined) conditions.push(eb(database.fold('t.name'), '=', name.toLowerCase()));
  if (parent !== undefined) conditions.push(eb('tt.parent', '=', parent));
  if (search !== '') {
    const pattern = `%${database.like(search)}%`;
    conditions.push(eb.or([database.matches('t.name', pattern), database.matches('t.slug', pattern)]));
  }
  if (objectIds !== undefined) {
    const related = eb.selectFrom('term_relationships').select('term_taxonomy_id').where('object_id', 'in', objectIds);
    conditions.push(eb('tt.term_taxonomy_id', 'in', related));
  }
  return conditions;
}

/** The ids of the terms that have a used term somewhere below them. */
const aboveUsed = ({ db }: Database, taxonomies: readonly string[]) =>
  db
    .withRecursive('above(id)', (query) =>
      query
        .selectFrom('term_taxonomy')
        .select('parent as id')
        .where('taxonomy', 'in', taxonomies)
        .where('count', '>', 0)
        .union(
          query
            .selectFrom('term_taxonomy as upper')
            .innerJoin('above', 'above.id', 'upper.term_id')
            .select('upper.parent as id')
            .where('upper.taxonomy', 'in', taxonomies),
        ),
    )
    .selectFrom('above')
    .select('id');

function orderOf(database: Database, { orderby = 'name', include = [], slug = [] }: TermQuery): RawBuilder<unknown> {
  switch (orderby) {
    case 'id':
      return sql.ref('t.term_id');
    case 'slug':
    case 'term_group':
      return sql.ref(`t.${orderby}`);
    case 'description':
    case 'count':
      return sql.ref(`tt.${orderby}`);
    case 'include':
      return include.length > 0 ? placeIn('t.term_id', include) : database.unaccented('t.name');
    case 'slug__in':
      return slug.length > 0 ? placeIn('t.slug', slug) : database.unaccented('t.name');
    default:
      return database.unaccented('t.name');
  }
}

/** The place of a column's value in a list. */
function placeIn(column: string, values: readonly (number | string)[]): RawBuilder<unknown> {
  const places = values.map((value, place) => sql`when ${value} then ${sql.lit(place)}`);
  return sql`case ${sql.ref(column)} ${sql.join(places, sql` `)} end`;
}
