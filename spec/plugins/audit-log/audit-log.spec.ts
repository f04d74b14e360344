import { expect } from 'chai';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';
import { AuditedSite } from './audited-site.ts';

const FROM = '198.51.100.7';

describeOnDatabases('the audit log', (freshDatabase) => {
  let site: AuditedSite;

  before(async () => {
    site = await AuditedSite.start(await freshDatabase({ again: true }));
  });
  after(() => site.close());
  beforeEach(() => site.clear());

  const details = async () =>
    (await site.entries.query({ order: 'asc', number: 1000, offset: 0 })).entries.map((entry) => entry.details);

  it('is empty at first, for routes and commands', async () => {
    const { status, json, headers } = await site.api('GET', '/tappet/v1/audit-log');
    expect([status, json, headers.get('X-CMS-Total'), headers.get('X-CMS-TotalPages')]).to.eql([200, [], '0', '0']);
    expect(await runCommand(site.host.generation, 'audit-log list', {}, { format: 'json' })).to.eql(['[]']);
  });

  it('tells who made, changed and deleted users, from which address, and what their roles were', async () => {
    const user = { username: 'bob', email: 'bob@site.example', password: 'pass of bob', roles: ['author'] };
    const { json } = await site.api('POST', '/cms/v2/users', user);
    await site.api('POST', `/cms/v2/users/${json.id}`, { roles: ['editor'], password: 'new pass' });
    await site.api('POST', `/cms/v2/users/${json.id}`, { first_name: 'Bob' });
    await site.api('DELETE', `/cms/v2/users/${json.id}?force=true&reassign=1`);
    expect(await site.told()).to.eql([
      `admin user_register ${FROM} user bob`,
      `admin set_user_role ${FROM} user bob`,
      `admin user_password_changed ${FROM} user bob`,
      `admin deleted_user ${FROM} user bob`,
    ]);
    expect((await details())[1]).to.eql({ old: ['author'], new: ['editor'] });
    expect(JSON.stringify(await site.entries.query({ number: 100, offset: 0 }))).not.to.match(/pass of bob|new pass/);
  });

  it('tells of logins, of names that nobody has without the name, and of logouts', async () => {
    const headers = { 'X-Forwarded-For': FROM };
    await site.form('/login', { log: 'admin', pwd: 'wrong' }, headers);
    await site.form('/login', { log: 'my secret', pwd: 'wrong' }, headers);
    const login = await site.form('/login', { log: 'admin', pwd: 'right' }, headers);
    const cookie = login.headers.getSetCookie()[0]!.split(';', 1)[0]!;
    const page = await (await fetch(`${site.url}/logout`, { headers: { Cookie: cookie } })).text();
    const [, nonce = ''] = /name="_wpnonce" type="hidden" value="(\w+)"/.exec(page) ?? [];
    await site.form('/logout', { _wpnonce: nonce }, { ...headers, Cookie: cookie });
    await site.api('GET', '/cms/v2/users/me', undefined, { Authorization: `Basic ${btoa('admin:wrong')}` });
    await until(async () => (await site.told()).length === 5);
    const told = await site.told();
    expect(told).to.have.members([
      `- cms_login_failed ${FROM} user admin`,
      `- cms_login_failed ${FROM} user -`,
      `admin cms_login ${FROM} user admin`,
      `admin cms_logout ${FROM} user admin`,
      `- application_password_failed_authentication ${FROM} user -`,
    ]);
  });

  it('tells of application passwords by their names alone, and of changed ones of pages', async () => {
    const { json } = await site.api('POST', '/cms/v2/users/me/application-passwords', { name: 'An app' });
    await site.api('DELETE', `/cms/v2/users/me/application-passwords/${json.uuid}`);
    expect(await site.told()).to.eql([
      `admin cms_create_application_password ${FROM} user admin`,
      `admin cms_delete_application_password ${FROM} user admin`,
    ]);
    expect((await details())[0]).to.eql({ name: 'An app', uuid: json.uuid, scope: 'all' });
  });

  it('tells of settings with what they were, of secret ones without, and of roles', async () => {
    await site.api('POST', '/cms/v2/settings', { title: 'Another title' });
    await site.options.set('some_api_key', 'sesame');
    await site.options.set('remote', { url: 'https://user:sesame@remote.example', password: 'sesame', on: 1 });
    await site.options.set('remote', 'x'.repeat(10_000));
    await site.options.delete('remote');
    const { name, capabilities } = site.roles.get('author')!;
    await site.roles.set('author', { name, capabilities: { ...capabilities, edit_pages: true, edit_posts: false } });
    await site.roles.set('author', { name, capabilities });
    const told = (await site.told()).map((line) => line.replace(FROM, 'IP'));
    expect(told).to.eql([
      'admin updated_option IP option blogname',
      '- added_option - option some_api_key',
      '- added_option - option remote',
      '- updated_option - option remote',
      '- deleted_option - option remote',
      '- updated_role - role author',
      '- updated_role - role author',
    ]);
    const all = await details();
    expect(all[0]).to.eql({ secret: false, old: 'Tappet', new: 'Another title' });
    expect(all[1]).to.eql({ secret: true });
    expect(all[2]!.new).to.eql({ url: 'https://(hidden)@remote.example', password: '(hidden)', on: 1 });
    expect(String(all[3]!.new)).to.have.lengthOf(300);
    expect(all[5]).to.eql({ added: ['edit_pages'], removed: ['edit_posts'] });
    expect(JSON.stringify(all)).not.to.include('sesame');
  });

  it('tells of deleted content, and not of what was written', async () => {
    const { json: post } = await site.api('POST', '/cms/v2/posts', { title: 'A post', status: 'publish' });
    const { json: term } = await site.api('POST', '/cms/v2/tags', { name: 'A tag' });
    const { json: comment } = await site.api('POST', '/cms/v2/comments', { post: post.id, content: 'Words' });
    await site.api('POST', `/cms/v2/posts/${post.id}`, { title: 'Changed' });
    expect(await site.told()).to.eql([]);
    await site.api('DELETE', `/cms/v2/comments/${comment.id}?force=true`);
    await site.api('DELETE', `/cms/v2/tags/${term.id}?force=true`);
    await site.api('DELETE', `/cms/v2/posts/${post.id}`);
    await site.api('DELETE', `/cms/v2/posts/${post.id}?force=true`);
    expect(await site.told()).to.eql([
      `admin deleted_comment ${FROM} comment ${comment.id}`,
      `admin delete_term ${FROM} post_tag A tag`,
      `admin trashed_post ${FROM} post Changed`,
      `admin deleted_post ${FROM} post Changed`,
    ]);
  });

  it('is written with the change, or not at all', async () => {
    const undone = site.database.transaction(async () => {
      await site.options.set('undone', '1');
      throw new Error('no');
    });
    await undone.catch(() => undefined);
    expect(await site.told()).to.eql([]);
  });

  it('fails nobody when it cannot be written', async () => {
    const { schema } = site.database.db;
    await schema.alterTable('tappet_audit_log').renameTo('tappet_audit_log_away').execute();
    const { status, json } = await site.api('POST', '/cms/v2/users', {
      username: 'carol',
      email: 'carol@site.example',
      password: 'pass of carol',
    });
    await schema.alterTable('tappet_audit_log_away').renameTo('tappet_audit_log').execute();
    expect(status).to.equal(201);
    expect((await site.api('GET', `/cms/v2/users/${json.id}`)).status).to.equal(200);
    expect(await site.told()).to.eql([]);
  });

  it('is whole after writes at once', async () => {
    const names = Array.from({ length: 20 }, (_, number) => `at_once_${number}`);
    await Promise.all(names.map((name) => site.options.set(name, 'x')));
    const ids = (await site.entries.query({ number: 100, offset: 0 })).entries.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(20);
    expect((await site.told()).map((line) => line.split(' ').at(-1)).sort()).to.eql(names.sort());
  });

  describe('as a list', () => {
    const list = async (query: string) => {
      const { status, json, headers } = await site.api('GET', `/tappet/v1/audit-log?${query}`);
      return {
        status,
        headers,
        names: Array.isArray(json) ? json.map(({ object_name }) => object_name) : json.code,
        json,
      };
    };

    beforeEach(async () => {
      for (let number = 0; number < 5; number++) {
        site.clock.now = Date.parse(`2026-04-0${number + 1}T10:00:00Z`);
        await site.options.set(`listed_${number}`, String(Math.random()));
        await site.options.delete(`listed_${number}`);
      }
      await site.api('POST', '/cms/v2/settings', { title: `Title ${Math.random()}` });
    });

    it('has pages with totals and links, the newest first', async () => {
      const { names, headers } = await list('per_page=4&page=2');
      expect(names).to.eql(['listed_3', 'listed_2', 'listed_2', 'listed_1']);
      expect([headers.get('X-CMS-Total'), headers.get('X-CMS-TotalPages')]).to.eql(['11', '3']);
      expect(headers.get('Link')).to.include('rel="prev"').and.include('page=3');
      expect((await list('per_page=4&page=9')).names).to.eql([]);
      expect((await list('per_page=1&order=asc')).names).to.eql(['listed_0']);
    });

    it('is filtered by user, action and time, in any zone', async () => {
      expect((await list('user=1')).names).to.eql(['blogname']);
      expect((await list('user=7')).names).to.eql([]);
      expect((await list('action=updated_option,cms_login')).names).to.eql(['blogname']);
      const between = 'action=added_option&after=2026-04-02T10:00:00Z&before=2026-04-04T10:00:01Z';
      expect((await list(between)).names).to.eql(['listed_3', 'listed_2']);
      expect((await list('action=added_option&before=2026-04-01T10:00:01')).names).to.eql(['listed_0']);
      expect((await list('action=added_option&before=2026-04-01T12:00:01%2B02:00')).names).to.eql(['listed_0']);
    });

    it('shows the fields of its schema, and those that are asked for', async () => {
      const { json } = await list('user=1');
      const options = await site.api('OPTIONS', '/tappet/v1/audit-log');
      expect(Object.keys(json[0])).to.eql(Object.keys(options.json.schema.properties));
      expect(json[0]).to.deep.include({
        user: 1,
        user_login: 'admin',
        origin: 'http',
        ip: FROM,
        action: 'updated_option',
      });
      expect(json[0].date_gmt).to.equal('2026-04-05T10:00:00');
      expect((await list('user=1&_fields=action,ip')).json).to.eql([{ action: 'updated_option', ip: FROM }]);
    });

    it('is for administrators alone, and refuses what it does not know', async () => {
      const path = '/tappet/v1/audit-log';
      const anonymous = await fetch(`${site.url}/cms-json${path}`);
      expect(anonymous.status).to.equal(401);
      const editor = await site.host.dispatch(path, { user: { id: 7, can: (name, ..._) => name === 'edit_users' } });
      expect([401, 403]).to.include(editor.status);
      for (const query of ['user=x', 'user=-1', 'after=soon', 'per_page=101', 'page=0', 'order=up', 'page=10001']) {
        expect(await list(query), query).to.include({ status: 400, names: 'rest_invalid_param' });
      }
      for (const method of ['POST', 'DELETE']) expect((await site.api(method, path, {})).status).to.equal(404);
    });

    it('is printed by a command', async () => {
      const run = (flags: Record<string, string>) => runCommand(site.host.generation, 'audit-log list', {}, flags);
      const [printed = ''] = await run({ user: 'admin', format: 'json' });
      expect(JSON.parse(printed)).to.have.lengthOf(1);
      expect(await run({ action: 'added_option', after: '2026-04-03T00:00:00', format: 'count' })).to.eql(['3']);
      expect(await run({ number: '2', offset: '1', fields: 'object_name,details', format: 'csv' })).to.have.lengthOf(1);
      for (const [flags, message] of [
        [{ user: 'nobody' }, 'there is no user "nobody"'],
        [{ after: 'soon' }, '--after "soon" is no time'],
        [{ number: 'x' }, '--number "x" is no whole number'],
        [{ format: 'xml' }, 'xml'],
      ] as const) {
        expect(await run(flags).catch((error: Error) => error.message)).to.include(message);
      }
    });
  });

  it('keeps entries for some days, and no more of failures and of others than it is told', async () => {
    const { entries } = site;
    const rows = (action: string, count: number, created: number) =>
      Array.from({ length: count }, () => ({
        created,
        user_id: 0,
        user_login: '',
        origin: 'http',
        address: '',
        action,
        object_type: '',
        object_id: 0,
        object_name: '',
        details: '{}',
      }));
    const [old, now] = [1_000_000, 1_000_000 + 100 * 86_400];
    await site.database.insertAll('tappet_audit_log', rows('cms_login', 2500, old));
    await site.database.insertAll('tappet_audit_log', rows('cms_login', 7, now));
    await site.database.insertAll('tappet_audit_log', rows('cms_login_failed', 20, now));
    const count = async (action: string) => (await entries.query({ actions: [action], number: 1, offset: 0 })).total;
    await entries.prune({ days: 101, rows: 100_000 }, now);
    expect([await count('cms_login'), await count('cms_login_failed')]).to.eql([2507, 20]);
    await entries.prune({ days: 90, rows: 100 }, now);
    expect([await count('cms_login'), await count('cms_login_failed')]).to.eql([7, 20]);
    await entries.prune({ days: 90, rows: 5 }, now);
    expect([await count('cms_login'), await count('cms_login_failed')]).to.eql([5, 5]);
  });

  it('has lists that read by an index', async () => {
    const { db, dialect } = site.database;
    if (dialect !== 'sqlite') return;
    const { sql } = await import('kysely');
    for (const where of ['1=1', 'user_id = 1', "action = 'cms_login'", 'created > 5']) {
      const plan = await sql<{
        detail: string;
      }>`explain query plan select id from ${sql.table('tappet_audit_log')} where ${sql.raw(where)} order by created desc, id desc limit 10`.execute(
        db,
      );
      const steps = plan.rows.map(({ detail }) => detail).join();
      expect(steps, where).to.include('INDEX').and.not.include('TEMP B-TREE');
    }
  });
});
