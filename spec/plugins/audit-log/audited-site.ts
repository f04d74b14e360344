import { AuditEntries } from '../../../plugins/audit-log/entries.ts';
import { Database } from '../../../plugins/database/index.ts';
import { Roles } from '../../../plugins/roles/index.ts';
import { ListeningSite } from '../../support/listening-site.ts';
import { runCommand } from '../../support/run-command.ts';

const PLUGINS = [
  'audit-log',
  'activation',
  'application-passwords',
  'cookie-auth',
  'pagination',
  'fields',
  'options-description',
  'password-reset',
  'plugins-api',
  'settings',
  'posts',
  'revisions',
  'comments',
  'terms',
];

/** An answer of the interface. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each spec knows the shape of its answer.
  readonly json: any;
}

/** A site behind one proxy, which names the address of its clients, with an administrator named `admin`. */
export class AuditedSite extends ListeningSite {
  #password = '';
  clock = { now: Date.parse('2026-03-01T10:00:00Z') };

  static async start(database = 'sqlite::memory:', auditLog: object = {}): Promise<AuditedSite> {
    const clock = { now: Date.parse('2026-03-01T10:00:00Z') };
    const site = await ListeningSite.listening((host, url) => new AuditedSite(host, url), {
      database,
      now: () => clock.now,
      trustProxy: 1,
      plugins: { only: PLUGINS },
      options: { 'audit-log': auditLog, 'application-passwords': { allowInsecure: true } },
    });
    site.clock = clock;
    await site.users.create({
      login: 'admin',
      email: 'admin@site.example',
      password: 'right',
      roles: ['administrator'],
    });
    const args = { user: 'admin', name: 'spec' };
    const { generation } = site.host;
    [site.#password = ''] = await runCommand(generation, 'user application-password create', args, { porcelain: true });
    await site.clear();
    return site;
  }

  get database(): Database {
    return this.service(Database);
  }

  get roles(): Roles {
    return this.service(Roles);
  }

  get entries(): AuditEntries {
    return new AuditEntries(this.database);
  }

  async clear(): Promise<void> {
    await this.database.db.deleteFrom('tappet_audit_log').execute();
  }

  /** Makes a request as the administrator, or with other headers, from a client of an address. */
  async api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const credentials = Buffer.from(`admin:${this.#password}`).toString('base64');
    const answer = await fetch(`${this.url}/cms-json${path}`, {
      method,
      headers: {
        Authorization: `Basic ${credentials}`,
        'X-Forwarded-For': '192.0.2.99, 198.51.100.7',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, json: await answer.json().catch(() => undefined) };
  }

  /** Sends a form to a page. */
  form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams(fields);
    return fetch(this.url + path, { method: 'POST', body, redirect: 'manual', headers });
  }

  /** The log, in order: who did what from where to what. */
  async told(): Promise<string[]> {
    const { entries } = await this.entries.query({ order: 'asc', number: 1000, offset: 0 });
    return entries.map(
      ({ userLogin, action, address, objectType, objectName, objectId }) =>
        `${userLogin || '-'} ${action} ${address || '-'} ${objectType} ${objectName || objectId || '-'}`,
    );
  }
}
