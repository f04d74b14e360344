import { createConnection } from 'mysql2/promise';
import { createHost, type Host } from '../../host/index.ts';
import { createMysqlDatabase } from '../support/on-databases.ts';
import type { WordPressSite } from '../support/wordpress/site.ts';
import type { Side } from './side.ts';

/** Tappet on a copy of a WordPress's database. */
export interface Beside extends Side {
  readonly host: Host;
  close(): Promise<void>;
}

/** Starts Tappet on a copy of a WordPress's database. */
export async function besideCopy(wordpress: WordPressSite): Promise<Beside> {
  const copy = await createMysqlDatabase();
  await copyTables(wordpress.database, copy.address);
  const host = await createHost({
    database: copy.address,
    brand: 'wp',
    url: wordpress.url,
    logLevel: 'error',
    options: { media: { folder: `${wordpress.path}/wp-content/uploads` } },
  });
  const url = await host.listen(0, '127.0.0.1');
  const close = async () => {
    await host.close();
    await copy.drop();
  };
  return { url, host, authorization: wordpress.authorization, close };
}

async function copyTables(from: string, to: string): Promise<void> {
  const source = new URL(from).pathname.slice(1);
  const connection = await createConnection({ uri: to });
  try {
    const [tables] = await connection.query('select table_name as name from information_schema.tables where table_schema = ?', [source]);
    for (const { name } of tables as { name: string }[]) {
      await connection.query(`create table ${name} like ${source}.${name}`);
      await connection.query(`insert into ${name} select * from ${source}.${name}`);
    }
  } finally {
    connection.destroy();
  }
}
