import { expect } from 'chai';
import { definePlugin, RestError } from '../../../core/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

const calls: string[] = [];
const listener = definePlugin({
  name: 'listener',
  version: '1.0.0',
  description: 'Taps the hooks of application passwords.',
  requires: { 'application-passwords': '^0.1.0' },
  setup({ hooks }) {
    hooks.filter('rest_pre_insert_application_password').tap('listener', (prepared) => {
      if (prepared.name === 'forbidden') throw new RestError('no_such_name', 'No.', { status: 422 });
      return prepared.name === 'filter me' ? { ...prepared, name: 'filtered' } : prepared;
    });
    hooks.action('rest_after_insert_application_password').tap('listener', ({ name }, _request, creating) => {
      calls.push(`${creating ? 'made' : 'changed'} ${name}`);
    });
    hooks
      .action('cms_delete_application_password')
      .tap('listener', (_userId, { name }) => void calls.push(`revoked ${name}`));
    hooks
      .filter('rest_prepare_application_password')
      .tap('listener', (response, item) => response.header('X-Prepared', item.name));
    hooks
      .filter('cms_is_application_passwords_available_for_user')
      .tap('listener', (available, user) => available && user.login !== 'barred');
  },
});

const BASE = '/cms/v2/users/me/application-passwords';

describe('the routes of application passwords', () => {
  let site: AuthSite;
  let alice: User;

  before(async () => {
    site = await buildAuthSite({ plugins: [listener] });
    alice = await site.addUser('alice');
    await site.addUser('bob');
    await site.addUser('root', 'administrator');
    await site.addUser('barred');
  });
  after(() => site.generation.dispose());
  beforeEach(() => {
    calls.length = 0;
  });

  const sessions = new Map<string, { browser: Browser; nonce: string }>();
  const as = async (login: string, method: string, path: string, form?: Record<string, unknown>) => {
    if (!sessions.has(login)) {
      const browser = site.browser();
      await browser.page('POST', '/login', { form: { log: login, pwd: `password of ${login}` } });
      sessions.set(login, { browser, nonce: (await browser.page('GET', '/nonce')).text });
    }
    const { browser, nonce } = sessions.get(login)!;
    return browser.rest(method, path, { headers: { 'X-CMS-Nonce': nonce }, ...(form ? { form } : {}) });
  };

  it('makes one, shows its secret once, and lists it without', async () => {
    const { status, json, headers } = await as('alice', 'POST', BASE, { name: ' My <b>app</b> ' });
    expect(status).to.equal(201);
    expect(json.password).to.match(/^[A-Za-z0-9]{4}( [A-Za-z0-9]{4}){5}$/);
    expect(json).to.include({
      name: 'My app',
      app_id: '',
      last_used: null,
      last_ip: null,
      created: '2026-03-01T10:00:00',
    });
    const self = `http://localhost/cms-json/cms/v2/users/${alice.id}/application-passwords/${json.uuid}`;
    expect(headers.Location).to.equal(self);
    const list = (await as('alice', 'GET', BASE)).json;
    expect(list).to.have.length(1);
    expect(list[0]).to.have.keys('uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip', '_links');
    expect(list[0]._links.self[0].href).to.equal(self);
    expect(calls).to.eql(['made My app']);
  });

  it('refuses a name that is taken in any case, and one that is nothing once cleaned', async () => {
    await as('alice', 'POST', BASE, { name: 'Taken' });
    const taken = await as('alice', 'POST', BASE, { name: 'tAKEN' });
    expect([taken.status, taken.json.code]).to.eql([409, 'application_password_duplicate_name']);
    const empty = await as('alice', 'POST', BASE, { name: '<i></i>' });
    expect([empty.status, empty.json.code]).to.eql([400, 'application_password_empty_name']);
  });

  it('makes one of each name when many are requested at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => as('alice', 'POST', BASE, { name: 'at once' })));
    expect(answers.map(({ status }) => status).sort()).to.eql([201, 409, 409, 409, 409]);
  });

  it('renames, and changes nothing else', async () => {
    const { json: made } = await as('alice', 'POST', BASE, { name: 'before' });
    const change = { name: 'after', app_id: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee', password: 'x', uuid2: 'x' };
    const { status, json } = await as('alice', 'PUT', `${BASE}/${made.uuid}`, change);
    expect(status).to.equal(200);
    expect(json).to.include({ uuid: made.uuid, name: 'after', app_id: '' });
    expect(json).not.to.have.property('password');
    expect(calls).to.eql(['made before', 'changed after']);
  });

  it('lets its hooks change, refuse and see', async () => {
    const filtered = await as('alice', 'POST', BASE, { name: 'filter me' });
    expect(filtered.json.name).to.equal('filtered');
    expect(filtered.headers['X-Prepared']).to.equal('filtered');
    const refused = await as('alice', 'POST', BASE, { name: 'forbidden' });
    expect([refused.status, refused.json.code]).to.eql([422, 'no_such_name']);
  });

  it('revokes one, then all', async () => {
    await as('bob', 'POST', BASE, { name: 'one' });
    const { json: two } = await as('bob', 'POST', BASE, { name: 'two' });
    await as('bob', 'POST', BASE, { name: 'three' });
    const one = await as('bob', 'DELETE', `${BASE}/${two.uuid}`);
    expect(one.json).to.include({ deleted: true });
    expect(one.json.previous).to.include({ uuid: two.uuid, name: 'two' });
    expect((await as('bob', 'DELETE', BASE)).json).to.eql({ deleted: true, count: 2 });
    expect((await as('bob', 'DELETE', BASE)).json).to.eql({ deleted: true, count: 0 });
    expect((await as('bob', 'GET', BASE)).json).to.eql([]);
    expect(calls.slice(3)).to.eql(['revoked two', 'revoked one', 'revoked three']);
  });

  it('limits users to their own, except administrators', async () => {
    const { json: made } = await as('alice', 'POST', BASE, { name: 'mine' });
    const theirs = `/cms/v2/users/${alice.id}/application-passwords`;
    const tries: [string, string, string][] = [
      ['GET', theirs, 'rest_cannot_list_application_passwords'],
      ['POST', theirs, 'rest_cannot_create_application_passwords'],
      ['DELETE', theirs, 'rest_cannot_delete_application_passwords'],
      ['GET', `${theirs}/${made.uuid}`, 'rest_cannot_read_application_password'],
      ['GET', `${theirs}/nothing`, 'rest_cannot_read_application_password'],
      ['PUT', `${theirs}/${made.uuid}`, 'rest_cannot_edit_application_password'],
      ['DELETE', `${theirs}/${made.uuid}`, 'rest_cannot_delete_application_password'],
      ['GET', `${theirs}/introspect`, 'rest_cannot_introspect_app_password_for_non_authenticated_user'],
    ];
    for (const [method, path, code] of tries) {
      const refused = await as('bob', method, path, { name: 'x' });
      expect([refused.status, refused.json.code], `${method} ${path}`).to.eql([403, code]);
    }
    expect((await as('root', 'GET', `${theirs}/${made.uuid}`)).json).to.include({ name: 'mine' });
    expect((await as('root', 'POST', theirs, { name: 'by root' })).status).to.equal(201);
  });

  it('answers the anonymous 401', async () => {
    for (const [path, code] of [
      [BASE, 'rest_not_logged_in'],
      [`${BASE}/introspect`, 'rest_not_logged_in'],
      [`/cms/v2/users/${alice.id}/application-passwords`, 'rest_cannot_list_application_passwords'],
    ]) {
      const { status, json } = await site.browser().rest('GET', path!);
      expect([status, json.code]).to.eql([401, code]);
    }
  });

  it('introspects the application password of the request, and no other kind of sign-in', async () => {
    const { json: made } = await as('bob', 'POST', BASE, { name: 'introspect' });
    const headers = { Authorization: `Basic ${Buffer.from(`bob:${made.password}`).toString('base64')}` };
    const own = await site.browser().rest('GET', `${BASE}/introspect`, { headers });
    expect(own.json).to.include({ uuid: made.uuid, name: 'introspect', last_ip: '127.0.0.1' });
    const cookie = await as('bob', 'GET', `${BASE}/introspect`);
    expect([cookie.status, cookie.json.code]).to.eql([404, 'rest_no_authenticated_app_password']);
  });

  it('answers 404 for a user or an application password that is not there', async () => {
    const noUser = await as('root', 'GET', '/cms/v2/users/99999/application-passwords');
    expect([noUser.status, noUser.json.code]).to.eql([404, 'rest_user_invalid_id']);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, json } = await as('alice', method, `${BASE}/nothing`, { name: 'x' });
      expect([status, json.code]).to.eql([404, 'rest_application_password_not_found']);
    }
    const others = (await as('bob', 'POST', BASE, { name: 'of bob' })).json;
    expect((await as('alice', 'GET', `${BASE}/${others.uuid}`)).status).to.equal(404);
  });

  it('answers 501 for a user who may not have any', async () => {
    const { status, json } = await as('barred', 'GET', BASE);
    expect([status, json.code]).to.eql([501, 'application_passwords_disabled_for_user']);
  });
});
