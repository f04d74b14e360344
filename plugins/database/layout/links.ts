import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';

/** The table of links, which a site has only where it comes from a WordPress with some. */
export const LINKS = {
  link_id: 'bigint',
  link_url: 'text',
  link_name: 'text',
  link_image: 'text',
  link_target: 'text',
  link_description: 'text',
  link_visible: 'text',
  link_owner: 'bigint',
  link_rating: 'bigint',
  link_updated: 'text',
  link_rel: 'text',
  link_notes: 'text',
  link_rss: 'text',
} as const;

/** Makes the table of links where it is missing. */
export async function createLinks({ db, prefix }: Pick<Database, 'db' | 'prefix'>): Promise<void> {
  const name = `${prefix}links`;
  let creation = (db as Kysely<unknown>).schema.createTable(name).ifNotExists();
  for (const [column, type] of Object.entries(LINKS)) {
    creation = creation.addColumn(column, type, (built) => built.notNull());
  }
  await creation.addPrimaryKeyConstraint(`${name}_pk`, ['link_id'] as never).execute();
}
