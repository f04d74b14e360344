import { expect } from 'chai';
import type { Host } from '../../../host/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { built } from '../../support/built.ts';

describe('whom the explorer shows what', () => {
  let host: Host;
  let url: string;
  const cookies: Record<string, string> = {};

  before(async () => {
    host = await built.createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      options: { passwords: { cost: 10 } },
    });
    url = await host.listen(0, '127.0.0.1');
    const users = host.generation.services.get('spec', UserStore);
    const roles = { manager: ['administrator'], reader: ['subscriber'], nobody: [] };
    for (const [login, of] of Object.entries(roles)) {
      await users.create({ login, email: `${login}@example.org`, password: `password of ${login}`, roles: of });
      const body = new URLSearchParams({ log: login, pwd: `password of ${login}` });
      const { headers } = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' });
      cookies[login] = headers.getSetCookie()[0]!.split(';')[0]!;
    }
  });
  after(() => host.close());

  const ask = async (path: string, login = '', headers: Record<string, string> = {}) => {
    const cookie = cookies[login];
    const sent = { ...(cookie === undefined ? {} : { cookie }), ...headers };
    const response = await fetch(url + path, { redirect: 'manual', headers: sent });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };

  it('leads the anonymous to the login page, and from there back to the same place', async () => {
    const { status, headers } = await ask('/explorer?path=/cms/v2/posts&method=GET');
    const location = new URL(headers.get('location')!);
    expect([status, location.pathname]).to.eql([302, '/login']);
    expect(location.searchParams.get('redirect_to')).to.equal(`${url}/explorer?path=/cms/v2/posts&method=GET`);
  });

  it('shows nothing to the anonymous, and to those without the capability', async () => {
    for (const name of ['site.json', 'who-may.json?path=/', 'explanation.json?id=12345678']) {
      expect((await ask(`/explorer/${name}`)).status, name).to.equal(401);
      expect((await ask(`/explorer/${name}`, 'nobody')).status, name).to.equal(403);
    }
    expect((await ask('/explorer', 'nobody')).status).to.equal(403);
  });

  it('is linked on the pages of the site for users who may see it', async () => {
    const hasLink = async (login: string) => (await ask('/', login)).text.includes(`href="${url}/explorer"`);
    expect([await hasLink('reader'), await hasLink('nobody'), await hasLink('')]).to.eql([true, false, false]);
  });

  it('sends a page that runs its own script alone, and stands in no frame', async () => {
    const { status, headers, text } = await ask('/explorer', 'reader');
    const policy = headers.get('content-security-policy')!;
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!;
    expect(status).to.equal(200);
    expect(policy).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
    expect(text.match(/<script/g)).to.have.length(1);
    expect(text)
      .to.include(`src="/explorer/app.js" nonce="${nonce}"`)
      .and.not.to.match(/<style| on\w+=/);
    expect((await ask('/explorer', 'reader')).headers.get('content-security-policy')).not.to.include(nonce);
  });

  it('shows plugins, hooks and the owners of routes only to users who manage the site', async () => {
    const { json: reader } = await ask('/explorer/site.json', 'reader');
    expect(reader).to.include({ root: `${url}/cms-json/`, nonceHeader: 'X-CMS-Nonce', generation: 1, inside: null });
    const { json: manager } = await ask('/explorer/site.json', 'manager');
    const { plugins, hooks, owners } = manager.inside;
    const named = (list: { name: string }[], name: string) => list.find((one) => one.name === name);
    expect(named(plugins, 'posts')).to.include({ status: 'active', version: '0.1.0' });
    expect(named(hooks, 'the_title')).to.deep.include({ owner: 'content-rendering', kind: 'filter' });
    expect((named(hooks, 'the_title') as unknown as { taps: object[] }).taps[0]).to.include({ plugin: 'formatting' });
    expect(owners['/cms/v2/posts']).to.eql(['posts']);
  });

  it('answers 304 to a client that has the current data', async () => {
    const tag = (await ask('/explorer/site.json', 'manager')).headers.get('etag')!;
    expect((await ask('/explorer/site.json', 'manager', { 'If-None-Match': tag })).status).to.equal(304);
    expect((await ask('/explorer/site.json', 'reader', { 'If-None-Match': tag })).status).to.equal(200);
  });

  it('shows every user their own permissions, and those of each role to users who manage the site', async () => {
    const path = '/explorer/who-may.json?path=/cms/v2/posts';
    expect((await ask(path, 'reader')).json).to.eql({ you: ['GET'] });
    const { you, roles } = (await ask(path, 'manager')).json;
    expect(you).to.eql(['GET', 'POST']);
    expect(roles).to.eql([
      { role: 'Anybody', methods: ['GET'] },
      { role: 'Administrator', methods: ['GET', 'POST'] },
      { role: 'Editor', methods: ['GET', 'POST'] },
      { role: 'Author', methods: ['GET', 'POST'] },
      { role: 'Contributor', methods: ['GET', 'POST'] },
      { role: 'Subscriber', methods: ['GET'] },
    ]);
  });

  it('keeps an explanation for the user who made the request and manages the site, to be read once', async () => {
    const call = async (login: string, id: string) => {
      const { text: nonce } = await ask('/nonce', login);
      return ask('/cms-json/cms/v2/posts', login, { 'X-CMS-Nonce': nonce, 'X-CMS-Explore': id });
    };
    expect(Array.isArray((await call('manager', 'first-one')).json)).to.equal(true);
    expect((await ask('/explorer/explanation.json?id=first-one', 'reader')).status).to.equal(404);
    const { json } = await ask('/explorer/explanation.json?id=first-one', 'manager');
    expect(json.request).to.include({ method: 'GET', route: '/cms/v2/posts' });
    expect(json.hooks.map(({ name }: { name: string }) => name)).to.include('determine_current_user');
    expect((await ask('/explorer/explanation.json?id=first-one', 'manager')).status).to.equal(404);
    await call('reader', 'other-one');
    expect((await ask('/explorer/explanation.json?id=other-one', 'reader')).status).to.equal(404);
  });

  it('keeps sixteen explanations', async () => {
    const { text: nonce } = await ask('/nonce', 'manager');
    for (let number = 10; number <= 26; number++) {
      await ask('/cms-json/cms/v2/types', 'manager', { 'X-CMS-Nonce': nonce, 'X-CMS-Explore': `number-${number}` });
    }
    expect((await ask('/explorer/explanation.json?id=number-10', 'manager')).status).to.equal(404);
    expect((await ask('/explorer/explanation.json?id=number-11', 'manager')).status).to.equal(200);
  });

  it('sends the files of the page and no other', async () => {
    const { status, headers } = await ask('/explorer/app.js');
    expect([status, headers.get('content-type')]).to.eql([200, 'text/javascript; charset=utf-8']);
    expect((await ask('/explorer/app.js', '', { 'If-None-Match': headers.get('etag')! })).status).to.equal(304);
    for (const name of ['none.js', 'tsconfig.json', '..%2findex.ts', '%2e%2e/index.js']) {
      expect((await ask(`/explorer/${name}`)).status, name).to.equal(404);
    }
  });
});
