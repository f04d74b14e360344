import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { RequestContext, RestRequest, UserLoader } from '../../core/index.ts';
import { parseQuery } from '../../core/rest/index.ts';
import { createHost, type Host } from '../../host/index.ts';
import { UserStore } from '../../plugins/users/index.ts';

/** The settings of a host on a database of MariaDB, whose passwords are cheap to check. */
export const settingsOn = (database: string) => ({
  database,
  brand: 'wp',
  logLevel: 'silent' as const,
  options: { passwords: { cost: 10 }, database: { own: 'sqlite::memory:' } },
});

/** The password of the administrator, whose id is 1. */
export const PASSWORD = 'secret of admin';

/** A site in a database of MariaDB that has nothing of Tappet's: the layout of WordPress, and content. */
export interface ForeignSite {
  /** Runs a statement as another program would. */
  run(statement: string): Promise<RowDataPacket[]>;
  /** What is in the database: its objects, with what each is made of, and a checksum of each table. */
  state(): Promise<unknown>;
  close(): Promise<void>;
}

/** What a host answers to a request of a user: `posts?page=2`. */
export async function requestAs(host: Host, user: number, method: string, target: string, body?: object) {
  const [path = '', query = ''] = target.split('?');
  const known = await host.generation.services.get('spec', UserLoader).load(user);
  const request = new RestRequest(method, `/wp/v2/${path}`, {
    query: parseQuery(query),
    context: new RequestContext({ user: known! }),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { status, data, headers } = await host.dispatch(request);
  return { status, data: data as Record<string, unknown>, headers };
}

/** Makes a site with a few items, terms and comments, and takes from it all that is Tappet's own. */
export async function makeForeignSite(address: string): Promise<ForeignSite> {
  const host = await createHost(settingsOn(address));
  const { services } = host.generation;
  const input = { login: 'admin', email: 'admin@example.org', password: PASSWORD, roles: ['administrator'] };
  const { id: user } = await services.get('spec', UserStore).create(input);
  const post = async (path: string, body: object) => (await requestAs(host, user, 'POST', path, body)).data.id;
  const news = await post('categories', { name: 'News' });
  for (let month = 1; month <= 6; month++) {
    const dated = { status: 'publish', date: `2026-0${month}-02T03:04:05`, content: 'At the café.' };
    const id = await post('posts', { ...dated, title: `Post ${month}`, categories: month % 2 === 0 ? [news] : [] });
    await post('comments', { post: id, content: `Said of ${month}` });
  }
  await host.close();
  const connection = await createConnection(address);
  const run = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0];
  await removeOwn(run);
  await run(
    "insert into wp_options (option_name, option_value) values ('siteurl', 'http://a.example') on duplicate key update option_id = option_id",
  );
  return { run, state: () => stateOf(connection), close: () => connection.end() };
}

async function removeOwn(run: ForeignSite['run']): Promise<void> {
  for (const { name } of await run(
    'select trigger_name as name from information_schema.triggers where trigger_schema = database()',
  ))
    await run(`drop trigger ${name}`);
  for (const { name } of await run(
    "select table_name as name from information_schema.tables where table_schema = database() and table_name like '%tappet%'",
  ))
    await run(`drop table ${name}`);
  await run("delete from wp_options where option_name like 'tappet%'");
}

async function stateOf(connection: Connection): Promise<unknown> {
  const all = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0];
  const tables = (await all("show full tables where table_type = 'BASE TABLE'")).map((row) =>
    String(Object.values(row)[0]),
  );
  const made = await Promise.all(
    tables.map(async (table) =>
      String(Object.values((await all(`show create table ${table}`))[0]!)[1]).replace(/ AUTO_INCREMENT=\d+/, ''),
    ),
  );
  const triggers = (await all('show triggers')).map(({ Trigger }) => Trigger);
  const checksums = await all(`checksum table ${tables.join(', ')}`);
  return { made, triggers, checksums };
}
