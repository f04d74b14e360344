import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host, type HostSettings } from '../../host/index.ts';
import type { WordPressSite } from '../support/wordpress/site.ts';
import type { Side } from './side.ts';

/** Tappet beside PHP, on the same database. */
export interface Beside extends Side {
  readonly host: Host;
  close(): Promise<void>;
}

/** Starts Tappet on the database of a WordPress, read-only unless the settings say otherwise. */
export async function besidePhp(wordpress: WordPressSite, settings: HostSettings = {}): Promise<Beside> {
  const folder = await mkdtemp(join(tmpdir(), 'tappet-beside-'));
  const host = await createHost({
    wordpress: wordpress.path,
    logLevel: 'error',
    ...settings,
    options: { database: { own: `sqlite:${join(folder, 'beside.db')}` }, ...settings.options },
  });
  const url = await host.listen(0, '127.0.0.1');
  const close = async () => {
    await host.close();
    await rm(folder, { recursive: true });
  };
  return { url, host, authorization: wordpress.authorization, close };
}
