import { expect } from 'chai';
import { type CurrentUser, definePlugin } from '../../../core/index.ts';
import { serve } from '../../support/serve.ts';
import { buildUserSite, type UserSite } from './user-site.ts';

describe('the routes of users', () => {
  let site: UserSite;
  let admin: CurrentUser;
  let editor: CurrentUser;
  let author: CurrentUser;
  let fired: string[];
  const listener = definePlugin({
    name: 'listener',
    version: '1.0.0',
    description: 'Listens, and adjusts.',
    requires: { users: '*' },
    setup({ hooks }) {
      hooks.filter('rest_pre_insert_user').tap('listener', (input) => ({ ...input, description: 'set by a plugin' }));
      hooks
        .filter('rest_user_query')
        .tap('listener', (query, request) => (request.getParam('mine') === '1' ? { ...query, include: [1] } : query));
      hooks
        .filter('rest_user_collection_params')
        .tap('listener', (params) => ({ ...params, mine: { type: 'string' } }));
      hooks.filter('rest_prepare_user').tap('listener', (response, user) => response.header('X-Login', user.login));
      hooks.filter('illegal_user_logins').tap('listener', () => ['root']);
      hooks.filter('editable_roles').tap('listener', (roles) => roles.filter((role) => role !== 'editor'));
      hooks
        .action('rest_insert_user')
        .tap('listener', (user, _, creating) => void fired.push(`insert ${user.login} ${creating}`));
      hooks.action('rest_after_insert_user').tap('listener', (user) => void fired.push(`after ${user.login}`));
      hooks
        .action('rest_delete_user')
        .tap('listener', (user, response) => void fired.push(`delete ${user.login} ${response.status}`));
    },
  });

  beforeEach(async () => {
    fired = [];
    site = await buildUserSite('sqlite::memory:', [listener]);
    admin = await site.current(await site.add('admin', 'administrator'));
    editor = await site.current(await site.add('editor', 'editor'));
    author = await site.current(await site.add('author', 'author'));
  });
  afterEach(() => site.generation.dispose());

  const send = (method: string, path: string, user?: CurrentUser, json?: object) =>
    serve(site.generation, method, `/cms/v2/users${path}`, { user, json });
  const newUser = { username: 'ada', email: 'ada@example.org', password: 'secret' };

  it('fire the hooks of making, changing and deleting, and let plugins adjust', async () => {
    const made = await send('POST', '', admin, newUser);
    expect(made.json).to.include({ username: 'ada', description: 'set by a plugin' });
    expect(made.headers).to.include({
      'X-Login': 'ada',
      Location: `http://localhost/cms-json/cms/v2/users/${made.json.id}`,
    });
    await send('PUT', `/${made.json.id}`, admin, { name: 'A' });
    await send('DELETE', `/${made.json.id}?force=true&reassign=false`, admin);
    expect(fired).to.eql(['insert ada true', 'after ada', 'insert ada false', 'after ada', 'delete ada 200']);
    expect((await send('GET', '?mine=1', admin)).json).to.have.length(1);
  });

  it('show no password, and nothing of email addresses outside of edit', async () => {
    const { text } = await send('POST', '', admin, newUser);
    expect(text).not.to.contain('password').and.not.to.contain('secret');
    expect((await send('GET', '', admin)).text).not.to.contain('example.org');
  });

  it('let no visitor find an author by a part of the email address', async () => {
    await site.database.insert('posts', { post_author: author.id });
    const found = async (search: string, user?: CurrentUser) =>
      (await send('GET', `?search=${search}`, user)).json.length;
    expect(await found('author@example', admin)).to.equal(1);
    expect(await found('author@example')).to.equal(0);
    expect(await found('example.org', editor)).to.equal(0);
    expect(await found('autho')).to.equal(1);
  });

  it('let no user give a role that may not be given, or give up the right to edit users', async () => {
    const { json } = await send('POST', '', admin, { ...newUser, roles: ['editor'] });
    expect(json).to.deep.include({ code: 'rest_user_invalid_role', data: { status: 403 } });
    const own = await send('PUT', `/${admin.id}`, admin, { roles: ['author'] });
    expect(own.json).to.deep.include({ code: 'rest_user_invalid_role', data: { status: 403 } });
    const refused = await send('PUT', `/${author.id}`, author, { roles: ['administrator'] });
    expect(refused.json.code).to.equal('rest_cannot_edit_roles');
    expect((await site.users.byId(author.id))?.roles).to.eql(['author']);
  });

  it('refuse login names that plugins rule out', async () => {
    const { json } = await send('POST', '', admin, { ...newUser, username: 'Root' });
    expect(json.data.details.username.code).to.equal('rest_user_invalid_username');
  });

  it('refuse a slug that another user has', async () => {
    const { json } = await send('PUT', `/${author.id}`, admin, { slug: 'editor' });
    expect(json).to.deep.include({ code: 'rest_user_invalid_slug', data: { status: 400 } });
  });

  it('take a new password, and keep the old one when none is sent', async () => {
    await send('PUT', '/me', author, { password: 'new secret' });
    await send('PUT', '/me', author, { name: 'Other' });
    expect(site.hashOf(await site.users.byId(author.id))).to.equal('new:new secret');
  });

  it('answer the anonymous on /users/me with 401 on reading, and say on the rest that there is no such user', async () => {
    expect((await send('GET', '/me')).json.code).to.equal('rest_not_logged_in');
    expect((await send('HEAD', '/me')).status).to.equal(401);
    expect((await send('HEAD', '/me', author)).status).to.equal(200);
    expect((await send('POST', '/me', undefined, { name: 'x' })).json.code).to.equal('rest_user_invalid_id');
    expect((await send('DELETE', '/me?force=true&reassign=false')).json.code).to.equal('rest_user_invalid_id');
  });

  it('store and show metadata that plugins registered', async () => {
    site.metaRegistry.register('user', 'colour', { type: 'string', single: true, show_in_rest: true });
    const { json } = await send('PUT', '/me', author, { meta: { colour: 'red' } });
    expect(json.meta).to.eql({ colour: 'red' });
    expect((await send('GET', '/me', author)).json.meta).to.eql({ colour: 'red' });
    expect((await send('PUT', '/me', author, { meta: 'red' })).json.code).to.equal('rest_invalid_param');
  });

  it('show the requested fields, and links only then', async () => {
    const { json } = await send('GET', `/${author.id}?_fields=id`, author);
    expect(json).to.include({ id: author.id });
  });

  it('find no user for ids beyond all bounds', async () => {
    expect((await send('GET', '/99999999999999999999', admin)).json.code).to.equal('rest_user_invalid_id');
    expect((await send('GET', '?include=99999999999999999999', admin)).json).to.eql([]);
  });

  it('take stars at the ends of a search for what it does anyway, and any other for a letter', async () => {
    const found = async (search: string): Promise<string[]> => {
      const { json } = await send('GET', `?search=${encodeURIComponent(search)}&_fields=slug`, admin);
      return json.map(({ slug }: { slug: string }) => slug);
    };
    for (const search of ['*dmi*', 'adm*', '**min', ' *dmin ']) expect(await found(search), search).to.eql(['admin']);
    expect(await found('*')).to.have.members(['admin', 'editor', 'author']);
    expect(await found('a*n')).to.eql([]);
  });

  it('list users in a number of statements that does not grow with them', async () => {
    const count = async () => {
      const before = site.database.statements.count;
      await send('GET', '?per_page=50&context=edit', admin);
      return site.database.statements.count - before;
    };
    const few = await count();
    for (let number = 0; number < 10; number++) await site.add(`user${number}`);
    expect(await count()).to.equal(few);
    expect(few).to.be.below(4);
  });

  it('link authors by the structure of the site', async () => {
    const link = async () => (await send('GET', '/me', author)).json.link;
    expect(await link()).to.equal('http://localhost/author/author/');
    await site.options.set('permalink_structure', '/blog/%postname%');
    expect(await link()).to.equal('http://localhost/blog/author/author');
    await site.options.set('permalink_structure', '');
    expect(await link()).to.equal(`http://localhost/?author=${author.id}`);
  });
});
