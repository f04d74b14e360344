import { expect } from 'chai';
import { definePlugin, isRestError, RequestContext } from '../../../core/index.ts';
import type { UserQuery } from '../../../plugins/users/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { buildUserSite, type UserSite } from './user-site.ts';

describeOnDatabases('the store of users', (freshDatabase) => {
  let site: UserSite;
  let fired: unknown[][];
  let failDeletion = false;
  const listener = definePlugin({
    name: 'listener',
    version: '1.0.0',
    description: 'Listens.',
    requires: { users: '*' },
    setup({ hooks }) {
      hooks.action('user_register').tap('listener', (id) => void fired.push(['user_register', id]));
      hooks
        .action('profile_update')
        .tap('listener', (id, old) => void fired.push(['profile_update', id, old.displayName]));
      hooks.action('delete_user').tap('listener', (id, reassign) => {
        if (failDeletion) throw new Error('no');
        fired.push(['delete_user', id, reassign]);
      });
      hooks.action('deleted_user').tap('listener', (id, _, user) => void fired.push(['deleted_user', id, user.login]));
    },
  });

  beforeEach(async () => {
    fired = [];
    failDeletion = false;
    site = await buildUserSite(await freshDatabase({ again: true }), [listener]);
  });
  afterEach(() => site.generation.dispose());

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => (isRestError(error) ? error.code : String(error)),
    );
  const found = async (query: UserQuery) => (await site.users.query(query)).users.map((user) => user.login);

  it('makes a user of a login alone, with names and slug of it and the default role', async () => {
    const user = await site.users.create({ login: 'Ada L', email: 'ada@example.org' });
    expect(user).to.deep.include({
      id: 1,
      login: 'Ada L',
      nicename: 'ada-l',
      displayName: 'Ada L',
      nickname: 'Ada L',
      firstName: '',
      roles: ['subscriber'],
    });
    expect(site.hashOf(user)).to.equal('');
    expect(user.registered).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(fired).to.eql([['user_register', 1]]);
  });

  it('names a user by first and last name when no other name is given', async () => {
    const user = await site.users.create({
      login: 'ada',
      email: 'a@example.org',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    expect(user.displayName).to.equal('Ada Lovelace');
  });

  it('stores roles, level and names where other tools of the layout look for them', async () => {
    const { id } = await site.add('ada', 'author');
    const values = (await site.meta.load('user', [id])).get(id)!;
    expect({ ...(values.get('wp_capabilities')?.[0] as object) }).to.eql({ author: true });
    expect(values.get('wp_user_level')).to.eql(['2']);
    expect(values.get('nickname')).to.eql(['ada']);
    // How WordPress shows its pages to the user.
    expect(Object.fromEntries(values)).to.deep.include({
      rich_editing: ['true'],
      syntax_highlighting: ['true'],
      comment_shortcuts: ['false'],
      admin_color: ['fresh'],
      use_ssl: ['0'],
      show_admin_bar_front: ['true'],
    });
  });

  it('keeps what other tools note of a user when the roles change', async () => {
    const { id } = await site.add('ada', 'author');
    const noted = { author: '1', own: 1, not: false, other: 'x', level: { of: 'a plugin' } };
    await site.meta.set('user', id, 'wp_capabilities', noted);
    await site.users.update(id, { roles: ['editor'] });
    const [after] = await site.meta.get('user', id, 'wp_capabilities');
    expect(JSON.parse(JSON.stringify(after))).to.eql({
      own: 1,
      not: false,
      other: 'x',
      level: { of: 'a plugin' },
      editor: true,
    });
    expect(await site.meta.get('user', id, 'wp_user_level')).to.eql(['7']);
  });

  it('hashes passwords, and never hashes an empty one', async () => {
    const one = await site.users.create({ login: 'one', email: '1@example.org', password: 'secret' });
    const two = await site.users.create({ login: 'two', email: '2@example.org', password: '' });
    const three = await site.users.create({ login: 'three', email: '3@example.org', passwordHash: '$P$given' });
    expect([one, two, three].map(site.hashOf)).to.eql(['new:secret', '', '$P$given']);
  });

  it('cleans names and the description of hostile markup', async () => {
    const user = await site.users.create({
      login: 'eve',
      email: 'eve@example.org',
      displayName: 'Eve <script>alert(1)</script>& <b>co</b>',
      description: '<a href="javascript:x" onclick="y">me</a><script>z</script>',
      url: 'javascript:alert(1)',
    });
    expect(user.displayName).to.equal('Eve &amp; co');
    expect(user.description).to.equal('<a href="x">me</a>z');
    expect(user.url).to.equal('');
  });

  it('refuses logins and email addresses that are taken, whatever their case', async () => {
    await site.add('ada');
    expect(await codeOf(site.users.create({ login: 'ADA', email: 'x@example.org' }))).to.equal('existing_user_login');
    expect(await codeOf(site.users.create({ login: 'bob', email: 'Ada@Example.org' }))).to.equal('existing_user_email');
    expect(fired).to.have.length(1);
  });

  it('makes one user of a login that several ask for at once', async () => {
    const codes = await Promise.all(
      [1, 2, 3].map((n) => codeOf(site.users.create({ login: 'ada', email: `${n}@example.org` }))),
    );
    expect(codes.sort()).to.eql(['done', 'existing_user_login', 'existing_user_login']);
  });

  it('refuses an empty login, and what is too long, as errors of the request', async () => {
    const email = 'x@example.org';
    for (const [code, input] of [
      ['empty_user_login', { login: '<>' }],
      ['user_login_too_long', { login: 'x'.repeat(61) }],
      ['user_nicename_too_long', { login: 'x', nicename: 'y'.repeat(51) }],
      ['user_url_too_long', { login: 'x', url: `http://x.org/${'y'.repeat(90)}` }],
    ] as const) {
      const refusal = await site.users.create({ email, ...input }).catch((error) => error);
      expect(refusal).to.include({ code, status: 400 });
    }
  });

  it('numbers slugs that are taken', async () => {
    const slugs = [];
    for (const login of ['a b', 'a-b', 'a.b']) slugs.push((await site.add(login)).nicename);
    expect(slugs).to.eql(['a-b', 'a-b-2', 'a-b-3']);
  });

  it('changes what is named, and leaves the rest', async () => {
    const { id } = await site.users.create({ login: 'ada', email: 'a@example.org', firstName: 'Ada', password: 'x' });
    const user = await site.users.update(id, { displayName: 'Countess', nickname: '', email: 'A@example.org' });
    expect(user).to.include({
      displayName: 'Countess',
      nickname: 'ada',
      firstName: 'Ada',
      email: 'A@example.org',
    });
    expect(site.hashOf(await site.users.byId(id))).to.equal('new:x');
    expect(site.hashOf(await site.users.update(id, { password: 'y' }))).to.equal('new:y');
    expect(fired.slice(1)).to.eql([
      ['profile_update', id, 'Ada'],
      ['profile_update', id, 'Countess'],
    ]);
  });

  it("replaces roles, and keeps capabilities of a user's own", async () => {
    const { id } = await site.add('ada', 'author');
    await site.meta.set('user', id, 'wp_capabilities', { author: true, fly: true });
    const user = await site.users.update(id, { roles: ['editor', 'contributor'] });
    expect(user.roles).to.have.members(['editor', 'contributor']);
    expect({ ...user.capabilities }).to.eql({ fly: true, editor: true, contributor: true });
    expect((await site.meta.get('user', id, 'wp_user_level'))[0]).to.equal('7');
  });

  it('refuses to change or delete a user that is not there', async () => {
    expect(await codeOf(site.users.update(9, { displayName: 'x' }))).to.equal('invalid_user_id');
    expect(await codeOf(site.users.delete(9, null))).to.equal('invalid_user_id');
  });

  it('deletes a user with its metadata, and fires its actions before and after', async () => {
    const { id } = await site.add('ada');
    await site.users.delete(id, 7);
    expect(await site.users.byId(id)).to.equal(null);
    expect((await site.meta.load('user', [id])).get(id)).to.eql(new Map());
    expect(fired.slice(1)).to.eql([
      ['delete_user', id, 7],
      ['deleted_user', id, 'ada'],
    ]);
  });

  it('keeps a user when a tap of the deletion fails', async () => {
    const { id } = await site.add('ada');
    failDeletion = true;
    await site.users.delete(id, null).catch(() => undefined);
    expect((await site.users.byId(id))?.roles).to.eql(['author']);
  });

  it('finds users by login, email address and slug, whatever the case, and none for an empty text', async () => {
    const { id } = await site.users.create({ login: 'Ada L', email: 'Ada@example.org' });
    for (const user of [
      await site.users.byLogin('ADA l'),
      await site.users.byEmail('ada@EXAMPLE.org'),
      await site.users.bySlug('Ada-L'),
    ]) {
      expect(user?.id).to.equal(id);
    }
    expect(await site.users.byLogin('')).to.equal(null);
    expect(await site.users.byId(Number.NaN)).to.equal(null);
    expect(await site.users.byId(1e30)).to.equal(null);
  });

  it('loads the users of a request in two statements, however many', async () => {
    const ids = [];
    for (const login of ['a', 'b', 'c']) ids.push((await site.add(login)).id);
    const context = new RequestContext();
    const before = site.database.statements.count;
    const loaded = await Promise.all([...ids, 99].map((id) => site.users.loader(context).load(id)));
    expect(loaded.map((user) => user?.login)).to.eql(['a', 'b', 'c', undefined]);
    expect(site.database.statements.count - before).to.equal(2);
  });

  describe('queries', () => {
    beforeEach(async () => {
      await site.users.create({
        login: 'zoe',
        email: 'zoe@alpha.org',
        displayName: 'anna',
        roles: ['editor'],
        url: 'http://z.org',
      });
      await site.users.create({ login: 'max', email: 'max@beta.org', displayName: 'Bert', roles: ['author'] });
      await site.users.create({
        login: 'fifty',
        email: 'fifty@alpha.org',
        displayName: 'Cleo_x 50%',
        roles: ['subscriber'],
      });
    });

    it('order by name, whatever the case, or in a given order', async () => {
      expect(await found({})).to.eql(['zoe', 'max', 'fifty']);
      expect(await found({ order: 'desc' })).to.eql(['fifty', 'max', 'zoe']);
      expect(await found({ orderBy: 'login' })).to.eql(['fifty', 'max', 'zoe']);
      expect(await found({ orderBy: 'id', order: 'desc' })).to.eql(['fifty', 'max', 'zoe']);
      expect(await found({ orderBy: 'email' })).to.eql(['fifty', 'max', 'zoe']);
      expect(await found({ include: [2, 3, 1], orderBy: 'include' })).to.eql(['max', 'fifty', 'zoe']);
      expect(await found({ slugs: ['zoe', 'FIFTY'], orderBy: 'include_slugs', order: 'desc' })).to.eql([
        'fifty',
        'zoe',
      ]);
    });

    it('narrow by id, slug, role and capability', async () => {
      expect(await found({ exclude: [1, 2] })).to.eql(['fifty']);
      expect(await found({ include: [1], exclude: [1] })).to.eql(['zoe']);
      expect(await found({ roles: ['author', 'editor'] })).to.eql(['zoe', 'max']);
      expect(await found({ roles: ['emperor'] })).to.eql([]);
      expect(await found({ capabilities: ['edit_posts'] })).to.eql(['zoe', 'max']);
      await site.meta.set('user', 3, 'wp_capabilities', { subscriber: true, fly: true });
      expect(await found({ capabilities: ['fly'] })).to.eql(['fifty']);
    });

    it('search where the form of the text says, with signs as themselves', async () => {
      expect(await found({ search: 'ALPHA' })).to.eql(['zoe', 'fifty']);
      expect(await found({ search: '@beta' })).to.eql(['max']);
      expect(await found({ search: '%' })).to.eql(['fifty']);
      expect(await found({ search: 'o_' })).to.eql(['fifty']);
      expect(await found({ search: '2' })).to.eql(['max']);
      expect(await found({ search: 'http://z' })).to.eql(['zoe']);
      expect(await found({ search: 'alpha', searchColumns: ['user_login', 'display_name'] })).to.eql([]);
    });

    it('find authors of published items of given types', async () => {
      const { insert } = site.database;
      await insert('posts', { post_author: 1, post_type: 'page' });
      await insert('posts', { post_author: 2, post_status: 'draft' });
      await insert('posts', { post_author: 3, post_type: 'secret' });
      expect(await found({ hasPublishedPosts: ['post', 'page'] })).to.eql(['zoe']);
      expect(await found({ hasPublishedPosts: [] })).to.eql([]);
      const context = new RequestContext();
      const before = site.database.statements.count;
      const known = await Promise.all([1, 2, 3].map((id) => site.users.hasPublished(context, id, ['post', 'page'])));
      expect(known).to.eql([true, false, false]);
      expect(site.database.statements.count - before).to.equal(1);
    });

    it('give the total, also for a part and past the end', async () => {
      const total = async (query: UserQuery) => (await site.users.query(query)).total;
      expect(await total({})).to.equal(3);
      expect(await total({ number: 2 })).to.equal(3);
      expect(await total({ number: 2, offset: 2 })).to.equal(3);
      expect(await total({ number: 2, offset: 9 })).to.equal(3);
      expect(await total({ number: 3, roles: ['author'] })).to.equal(1);
      expect(await found({ number: 2, offset: 1 })).to.eql(['max', 'fifty']);
    });
  });

  describe('signing in', () => {
    beforeEach(() => site.users.create({ login: 'ada', email: 'ada@example.org', password: 'secret' }));
    const signIn = async (login: string, password: string) => {
      const result = await site.users.authenticate(login, password);
      return isRestError(result) ? `${result.status} ${result.code}` : result.login;
    };

    it('takes the login or the email address', async () => {
      expect(await signIn('ada', 'secret')).to.equal('ada');
      expect(await signIn('ADA@example.org', 'secret')).to.equal('ada');
    });

    it('refuses in the same way, and after the same work, whether login or password is wrong', async () => {
      await signIn('nobody', 'x');
      site.hashed.length = 0;
      expect(await signIn('ada', 'x')).to.equal('401 incorrect_password');
      const work = site.hashed.splice(0);
      expect(await signIn('nobody', 'x')).to.equal('401 incorrect_password');
      expect(site.hashed).to.eql(work);
    });

    it('refuses every login of a user without a password', async () => {
      await site.users.create({ login: 'bob', email: 'bob@example.org' });
      expect(await signIn('bob', '')).to.equal('401 incorrect_password');
      expect(await signIn('nobody', '')).to.equal('401 incorrect_password');
    });

    it('stores an old hash anew', async () => {
      const { id } = await site.users.create({ login: 'old', email: 'old@example.org', passwordHash: 'old:secret' });
      expect(await signIn('old', 'secret')).to.equal('old');
      expect(site.hashOf(await site.users.byId(id))).to.equal('new:secret');
    });
  });
});
