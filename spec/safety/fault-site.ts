import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../core/base/index.ts';
import { type CurrentUser, createHost, type Host, type HostSettings, UserLoader } from '../../host/index.ts';
import { Database } from '../../plugins/database/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { type Served, type ServeInit, serve } from '../support/serve.ts';

/** A site in a folder of its own to which faults are done: keeps what it logs, and what it has acknowledged. */
export class FaultSite {
  readonly folder: string;
  /** The messages of errors in the log. */
  readonly errors: string[] = [];
  /** The titles of the items that were acknowledged. */
  readonly acknowledged: string[] = [];
  host!: Host;
  user!: CurrentUser;
  #made = 0;

  private constructor(folder: string) {
    this.folder = mkdtempSync(join(folder, 'tappet-fault-'));
  }

  /** Starts a site in a new folder within `folder`, in a file unless the settings name another database. */
  static async start(settings: HostSettings = {}, folder = tmpdir()): Promise<FaultSite> {
    const site = new FaultSite(folder);
    const error = (details: object | string, message?: string) => void site.errors.push(message ?? String(details));
    site.host = await createHost({
      database: `sqlite:${join(site.folder, 'tappet.db')}`,
      log: { ...silentLogger, error },
      ...settings,
      options: { passwords: { cost: 10 }, options: { refresh: 0 }, media: { folder: join(site.folder, 'uploads') } },
    });
    const { services } = site.host.generation;
    const users = services.get('spec', UserStore);
    // Another host of the same database has made it.
    const made =
      (await users.byLogin('admin')) ??
      (await users.create({ login: 'admin', email: 'admin@example.org', roles: ['administrator'] }));
    site.user = (await services.get('spec', UserLoader).load(made.id))!;
    return site;
  }

  get database(): Database {
    return this.host.generation.services.get('spec', Database);
  }

  ask(method: string, path: string, init: ServeInit = {}): Promise<Served> {
    return serve(this.host.generation, method, `/cms/v2${path}`, { user: this.user, ...init });
  }

  /** Makes a password by which the administrator uses the site over HTTP: the value of `Authorization`. */
  async authorization(): Promise<string> {
    const { json } = await this.ask('POST', '/users/me/application-passwords', { json: { name: 'spec' } });
    return `Basic ${Buffer.from(`admin:${json.password}`).toString('base64')}`;
  }

  /** Asks for a new item with so many letters, and notes it if it is acknowledged. */
  async write(length = 10): Promise<Served> {
    const title = `Item ${++this.#made}`;
    const answer = await this.ask('POST', '/posts', {
      json: { title, content: 'x'.repeat(length), status: 'publish' },
    });
    if (answer.status === 201) this.acknowledged.push(title);
    return answer;
  }

  /** The titles of the stored items, in their order. */
  async stored(): Promise<string[]> {
    const { db } = this.database;
    const rows = await db.selectFrom('posts').select('post_title').where('post_type', '=', 'post').execute();
    return rows.map(({ post_title }) => post_title).sort();
  }

  /** Ends the host; the folder stays, and may be served by another process with these arguments. */
  async stop(): Promise<readonly string[]> {
    await this.host.close();
    const options = { passwords: { cost: 10 }, media: { folder: join(this.folder, 'uploads') } };
    const config = { database: `sqlite:${join(this.folder, 'tappet.db')}`, options };
    writeFileSync(join(this.folder, 'tappet.config.ts'), `export default ${JSON.stringify(config)};`);
    return ['--log-level', 'error'];
  }

  async close(): Promise<void> {
    await this.host.close();
    rmSync(this.folder, { recursive: true });
  }
}
