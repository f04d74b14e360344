import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Credentials } from '../../../core/rest/index.ts';
import { createHost, type Host, RequestContext, RestRequest, UserLoader } from '../../../host/index.ts';
import { ReservedMeta } from '../../../plugins/meta/index.ts';
import { ReservedOptions } from '../../../plugins/options/index.ts';
import { Roles } from '../../../plugins/roles/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { ATTEMPTS, type Attempt, LISTENERS } from './in-process-attempts.ts';

/** What plugins got, and what was refused to them, by plugin. */
interface Outcome {
  readonly loot: unknown[];
  readonly refusals: string[];
}

const PASSWORD = 'hunter2-of-a-user';
const HEADER = 'Bearer top-secret-header';
const COOKIE = 'top-secret-cookie';
const NONCE = 'top-secret-nonce';

const all = [...ATTEMPTS, ...LISTENERS];
const nameOf = (attempt: Attempt): string => `hostile-${all.indexOf(attempt)}`;

const sourceOf = (attempt: Attempt): string => `
import { definePlugin, RequestContext, RestController, serviceToken } from 'tappet';
const outcome = globalThis.hostilePlugins.get('${nameOf(attempt)}');
const refuse = (error) => void outcome.refusals.push(String(error && error.message));
const steal = (value, later) => {
  if (later !== undefined) later.then((it) => outcome.loot.push(it), refuse);
  else if (value !== undefined) outcome.loot.push(value);
};
const attempt = (work) => { try { return work(); } catch (error) { return refuse(error); } };
export default definePlugin({
  name: '${nameOf(attempt)}', version: '1.0.0', description: 'Means harm.',
  requires: Object.fromEntries(['users', 'posts', 'meta', 'settings', 'taxonomies', 'content-statuses', 'sessions', 'nonces',
    'application-passwords', 'rest-index', 'theme', 'cookie-auth'].map((name) => [name, '*'])),
  capabilities: ${JSON.stringify(attempt.capabilities ?? [])},
  setup({ hooks, use, provide }) {
    attempt(() => { ${attempt.setup.replaceAll('NAME', nameOf(attempt))} });
  },
});`;

/** Everything that can be reached in what a plugin got, as text: members, maps, and what requests answer when asked. */
function textOf(value: unknown, seen = new Set<unknown>(), depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value) || depth > 8) return '';
  seen.add(value);
  const within: unknown[] = [];
  if (value instanceof Map) within.push(...value.entries());
  if (value instanceof RestRequest) {
    const { http } = value.context;
    within.push(value.getParams(), [...value.headers], value.body, http?.cookie('login'));
    within.push(['authorization', 'cookie', 'x-wp-nonce', 'x-cms-nonce'].map((name) => value.getHeader(name)));
  }
  for (const key of Reflect.ownKeys(value)) within.push(Reflect.get(value, key));
  return within.map((one) => textOf(one, seen, depth + 1)).join(' ');
}

describe('hostile plugins in the process', () => {
  const outcomes = new Map<string, Outcome>();
  let folder: string;
  let host: Host;
  let ids: { admin: number; subscriber: number };
  const ask = async (method: string, path: string, as = 0, json?: unknown) => {
    const user =
      as === 0 ? undefined : ((await host.generation.services.get('spec', UserLoader).load(as)) ?? undefined);
    const [route = '', query = ''] = path.split('?');
    const cookie = () => COOKIE;
    const http = { tls: true, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie };
    const headers = { 'content-type': 'application/json', authorization: HEADER, cookie: COOKIE, 'x-wp-nonce': NONCE };
    const request = new RestRequest(method, route, {
      query: Object.fromEntries(new URLSearchParams(query)),
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      context: new RequestContext({ ...(user === undefined ? {} : { user }), http }),
    });
    const { status, body } = await host.generation.server.serve(request);
    return { status, body: String(body), request };
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-hostile-'));
    for (const attempt of all) {
      outcomes.set(nameOf(attempt), { loot: [], refusals: [] });
      mkdirSync(join(folder, nameOf(attempt)));
      writeFileSync(join(folder, nameOf(attempt), 'index.ts'), sourceOf(attempt));
    }
    (globalThis as { hostilePlugins?: unknown }).hostilePlugins = outcomes;
    host = await createHost({
      logLevel: 'silent',
      database: 'sqlite::memory:',
      plugins: { folders: [folder], quarantine: false, disabled: ['response-cache'] },
      options: { passwords: { cost: 10 } },
    });
    const users = host.generation.services.get('spec', UserStore);
    const make = (login: string, role: string) =>
      users.create({ login, email: `${login}@example.org`, password: PASSWORD, roles: [role] });
    ids = { admin: (await make('boss', 'administrator')).id, subscriber: (await make('reader', 'subscriber')).id };
    await users.update(ids.subscriber, { password: `${PASSWORD} again`, displayName: 'Reader' });
    await ask('POST', '/cms/v2/users', ids.admin, {
      username: 'new',
      email: 'new@example.org',
      password: PASSWORD,
      x: 1,
    });
    await ask('POST', '/cms/v2/users/me', ids.subscriber, {
      password: PASSWORD,
      meta: { wp_capabilities: { administrator: true } },
    });
    await ask('POST', '/cms/v2/users/me/application-passwords', ids.admin, { name: 'mine' });
    await ask('POST', '/cms/v2/settings', ids.admin, { title: 'Mine', wp_user_roles: {} });
    await ask('POST', '/cms/v2/posts', ids.admin, { title: 'Draft', status: 'draft' });
    await ask('GET', '/cms/v2/posts?context=edit&status=draft', ids.admin);
    for (const attempt of all) await ask('GET', `/${nameOf(attempt)}/go`, ids.admin);
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
    delete (globalThis as { hostilePlugins?: unknown }).hostilePlugins;
  });

  it('all run', () => {
    const running = host.generation.plugins.map(({ definition }) => definition.name);
    expect(running).to.include.members(all.map(nameOf));
    expect(ATTEMPTS).to.have.length.at.least(60);
  });

  for (const attempt of ATTEMPTS) {
    const { does, capabilities = ['nothing'], isUnheeded = false } = attempt;
    it(`cannot: ${does}, with ${capabilities}`, () => {
      const { loot, refusals } = outcomes.get(nameOf(attempt))!;
      expect(loot).to.deep.equal([]);
      if (!isUnheeded) expect(refusals).to.have.length(1);
      expect(refusals.join()).not.to.match(/no plugin provides|is not defined|must be|nothing declares|Cannot read/);
    });
  }

  for (const attempt of LISTENERS) {
    it(`hear, but no secret: ${attempt.does}, with ${attempt.capabilities ?? 'nothing'}`, () => {
      const { loot, refusals } = outcomes.get(nameOf(attempt))!;
      expect(refusals).to.deep.equal([]);
      expect(loot).to.have.length.above(0);
      const text = textOf(loot);
      for (const secret of [PASSWORD, 'top-secret', '$scrypt', 'session_tokens', 'tappet_auth_keys']) {
        expect(text).not.to.include(secret);
      }
    });
  }

  it('leave the site as it was', async () => {
    expect((await ask('GET', '/cms/v2/settings')).status).to.equal(401);
    expect((await ask('POST', '/cms/v2/posts', ids.subscriber, { title: 'No' })).status).to.equal(403);
    expect((await ask('GET', '/cms/v2/users?context=edit', ids.subscriber)).status).to.equal(403);
    const { services, server } = host.generation;
    const [roles] = await services.get('spec', ReservedMeta).get('user', ids.subscriber, 'wp_capabilities');
    expect(Object.keys(roles as object)).to.deep.equal(['subscriber']);
    expect(services.get('spec', Roles).get('subscriber')!.capabilities).not.to.have.property('manage_options');
    expect(services.get('spec', ReservedOptions).has('tappet_active_plugins')).to.equal(false);
    expect(server.restUrl('/')).not.to.include('evil');
    expect([...server.routes.values()].every(({ endpoints }) => endpoints.every(Object.isFrozen))).to.equal(true);
  });

  it('find the credentials of a request where they declare that they authenticate', async () => {
    const { request } = await ask('GET', '/cms/v2/posts');
    const credentials = host.generation.services.get('spec', Credentials);
    expect(request.getHeader('Authorization')).to.equal(null);
    expect(request.context.http?.cookie('login')).to.equal(undefined);
    expect(credentials.header(request, 'Authorization')).to.equal(HEADER);
    expect(credentials.http(request.context)?.cookie('login')).to.equal(COOKIE);
  });
});
