import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MetaClause } from './post-query.ts';

const OPERATORS = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
} as const;

/** The values that an item has of a key of metadata. */
const ofKey = (key: string) =>
  sql`from ${sql.table('postmeta')} where post_id = ${sql.ref('posts.ID')} and meta_key = ${key}`;

/** The condition that a clause on metadata puts on items. */
export function metaCondition({ key, compare, value = '' }: MetaClause): RawBuilder<SqlBool> {
  if (compare === 'EXISTS') return sql`exists (select 1 ${ofKey(key)})`;
  if (compare === 'NOT EXISTS') return sql`not exists (select 1 ${ofKey(key)})`;
  return sql`exists (select 1 ${ofKey(key)} and meta_value ${OPERATORS[compare]} ${value})`;
}

/** The least value of a key, by which items are ordered; items without a value come together. */
export const metaValue = (key: string): RawBuilder<string> => sql`coalesce((select min(meta_value) ${ofKey(key)}), '')`;
