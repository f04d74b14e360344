import { expect } from 'chai';
import { createConnection, type ResultSetHeader } from 'mysql2/promise';
import { createHost, type Host, type HostSettings } from '../../../host/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { type ForeignSite, makeForeignSite, requestAs, settingsOn } from '../../support/foreign-site.ts';
import { describeOnMysql } from '../../support/on-databases.ts';
import { until } from '../../support/until.ts';

/** Requests of all kinds that read what derived tables are for, and more. */
const READS = [
  'posts',
  'posts?per_page=2&page=2',
  'posts?after=2026-01-15T00:00:00&before=2026-05-01T00:00:00',
  'posts?categories=2&orderby=title',
  'posts?categories_exclude=2&order=asc',
  'posts?search=cafe',
  'posts?author=1&per_page=1',
  'posts?offset=3',
  'categories?hide_empty=true',
  'comments?per_page=2',
  'comments?post=1&order=asc',
  'users',
  'search?search=post',
  'settings',
  'themes',
  'types',
];

describeOnMysql('a site that another program made', (freshDatabase) => {
  let address: string;
  let site: ForeignSite;
  let host: Host | undefined;

  before(async function () {
    this.timeout(120_000);
    address = await freshDatabase();
    site = await makeForeignSite(address);
  });
  after(() => site?.close());
  afterEach(async () => {
    await host?.close();
    host = undefined;
  });

  /** Serves the site, and answers with what its start says. */
  async function serve(settings: HostSettings = {}): Promise<string[]> {
    host = await createHost({ ...settingsOn(address), port: 0, ...settings });
    const lines: string[] = [];
    await host.generation.server.hooks.action('host_listening').promise('', (line: string) => void lines.push(line));
    return lines;
  }
  const request = (method: string, path: string, body?: object) => requestAs(host!, 1, method, path, body);
  const counts = async () =>
    Promise.all(
      READS.map(async (path) => {
        const { status, data, headers } = await request('GET', path);
        const ids = Array.isArray(data) ? data.map(({ id }) => id) : Object.keys(data);
        return [path, status, headers['X-WP-Total'] ?? null, ids];
      }),
    );

  describe('that is served as it is', () => {
    it('says at the start that nothing of it is changed, and where is what is ours', async () => {
      const lines = await serve();
      expect(lines.join('\n')).to.match(/read-only: nothing of it is changed; --write/);
      expect(lines.join('\n')).to.include('What is ours is in sqlite::memory:');
    });

    it('says how large it is', async () => {
      await serve();
      const { status, data } = await host!.dispatch('/wp-site-health/v1/directory-sizes', { user: 1 });
      expect(status, JSON.stringify(data)).to.equal(200);
      expect(data).to.have.nested.property('database_size.raw').that.is.above(10_000);
    });

    it('stays as it was, whatever is asked, and answers as with derived tables', async () => {
      const before = await site.state();
      await serve();
      const without = await counts();
      expect(without.filter(([, status]) => status !== 200)).to.eql([]);
      const refused = [
        await request('POST', 'posts', { title: 'New' }),
        await request('POST', 'posts/1', { title: 'Other' }),
        await request('DELETE', 'posts/1', {}),
        await request('POST', 'settings', { title: 'Other' }),
        await request('POST', 'users/1/application-passwords', { name: 'app' }),
        await request('POST', 'comments', { post: 1, content: 'New' }),
      ];
      expect(refused.map(({ status, data }) => [status, data.code])).to.eql(refused.map(() => [403, 'rest_read_only']));
      await host!.close();
      expect(await site.state()).to.eql(before);

      await serve({ derive: true } as HostSettings);
      expect(await counts()).to.eql(without);
    });
  });

  /** The titles of the newest items, and the name of the site, over HTTP. */
  async function shown(
    address: string,
  ): Promise<{ titles: string[]; name: string; total: number; etag: string | null }> {
    const answer = await fetch(`${address}/wp-json/wp/v2/posts?_fields=title&per_page=3`);
    const index = (await (await fetch(`${address}/wp-json/?_fields=name`)).json()) as { name: string };
    const posts = (await answer.json()) as { title: { rendered: string } }[];
    const titles = posts.map(({ title }) => title.rendered);
    return {
      titles,
      name: index.name,
      total: Number(answer.headers.get('x-wp-total')),
      etag: answer.headers.get('etag'),
    };
  }

  for (const derive of [false, true]) {
    it(`shows a write of another program to the next request, ${derive ? 'with' : 'without'} tables of ours`, async () => {
      host = await createHost({ ...settingsOn(address), derive });
      const url = await host.listen(0);
      for (let time = 1; time <= 8; time++) {
        await site.run(
          `update wp_posts set post_title = 'Title ${time}' where post_type = 'post' order by ID desc limit 1`,
        );
        expect((await shown(url)).titles[0]).to.equal(`Title ${time}`);
        await site.run(`update wp_options set option_value = 'Name ${time}' where option_name = 'blogname'`);
        const { name, total } = await shown(url);
        expect(name).to.equal(`Name ${time}`);
        await site.run(`insert into wp_posts (post_author, post_title, post_status, post_type, post_date, post_date_gmt,
          post_content, post_excerpt, to_ping, pinged, post_content_filtered)
          values (1, 'Added', 'publish', 'post', '2020-01-01', '2020-01-01', '', '', '', '', '')`);
        expect((await shown(url)).total).to.equal(total + 1);
        await site.run("delete from wp_posts where post_title = 'Added'");
        expect((await shown(url)).total).to.equal(total);
      }
    });
  }

  it('answers from memory with tables of ours, as long as nothing is written', async () => {
    host = await createHost({ ...settingsOn(address), derive: true });
    const url = await host.listen(0);
    const { statements } = host.generation.services.get('spec', Database);
    await until(async () => {
      const before = statements.count;
      await shown(url);
      return statements.count === before;
    });
    expect((await shown(url)).etag).to.be.a('string');
  });

  it('is read anew with each request once triggers of ours are missing', async () => {
    host = await createHost({ ...settingsOn(address), derive: true });
    const url = await host.listen(0);
    const { tracker } = host.generation.services.get('spec', Database);
    await until(() => tracker.isCurrent);
    await site.run('drop trigger wp_tappet_tell_posts_update');
    await until(() => !tracker.isCurrent);
    await site.run("update wp_posts set post_title = 'Unnoticed' where post_type = 'post' order by ID desc limit 1");
    expect((await shown(url)).titles[0]).to.equal('Unnoticed');
  });

  it('gets what --derive makes anew where a backup has taken it away', async () => {
    await site.run('drop trigger wp_tappet_comments_insert');
    await site.run('update wp_tappet_comment_counts set items = items + 5');
    await serve({ derive: true });
    const [{ total }] = (await site.run("select count(*) as total from wp_comments where comment_approved = '1'")) as [
      { total: number },
    ];
    expect(Number((await request('GET', 'comments?per_page=1')).headers['X-WP-Total'])).to.equal(total);
  });

  it('is counted exactly by what --derive makes while other programs write', async () => {
    await serve({ derive: true });
    await host!.generation.commands
      .find(({ name }) => name === 'db drop-derived')!
      .run({ print: () => undefined } as never);
    await host!.close();
    let isOver = false;
    const write = async (number: number) => {
      const writer = await createConnection(address);
      while (!isOver) {
        const [{ insertId }] =
          await writer.query<ResultSetHeader>(`insert into wp_posts (post_author, post_title, post_status, post_type, post_date,
          post_content, post_excerpt, to_ping, pinged, post_content_filtered) values (1, 'By ${number}', 'publish', 'post', '2020-01-01', '', '', '', '', '')`);
        await writer.query(`insert into wp_term_relationships (object_id, term_taxonomy_id) values (${insertId}, 1)`);
        await writer.query(
          `insert into wp_comments (comment_post_ID, comment_author, comment_content) values (${insertId}, 'a', 'b')`,
        );
        if (insertId % 3 === 0) await writer.query(`delete from wp_posts where ID = ${insertId}`);
        if (insertId % 3 === 1) await writer.query(`update wp_posts set post_status = 'draft' where ID = ${insertId}`);
      }
      await writer.end();
    };
    const writing = Promise.all([1, 2, 3].map(write));
    await serve({ derive: true });
    isOver = true;
    await writing;
    const check = host!.generation.commands.find(({ name }) => name === 'db check')!;
    const found: string[] = [];
    await check.run({ print: (line: string) => void found.push(line), flags: {} } as never).catch(() => undefined);
    expect(found.filter((line) => line.includes('derived'))).to.eql([]);
    for (const table of ['comments', 'term_relationships'])
      await site.run(
        `delete from wp_${table} where ${table === 'comments' ? "comment_author = 'a'" : 'term_taxonomy_id = 1 and object_id not in (select ID from wp_posts)'}`,
      );
    await site.run("delete from wp_posts where post_title like 'By %'");
  });

  it('is not changed by what --derive makes, all of which has names of ours', async () => {
    const before = ((await site.state()) as { made: string[] }).made.filter(
      (table) => !/^CREATE TABLE `(?:wp_)?tappet_/.test(table),
    );
    await serve({ derive: true });
    const { made, triggers } = (await site.state()) as { made: string[]; triggers: string[] };
    const theirs = made.filter((table) => !/^CREATE TABLE `(?:wp_)?tappet_/.test(table));
    expect(theirs).to.eql(before);
    expect(triggers.filter((name) => !name.startsWith('wp_tappet_'))).to.eql([]);
  });

  it('is as it was once what --derive made is dropped', async () => {
    await serve({ derive: true });
    const command = host!.generation.commands.find(({ name }) => name === 'db drop-derived')!;
    const printed: string[] = [];
    await command.run({ print: (line: string) => void printed.push(line) } as never);
    const { made, triggers } = (await site.state()) as { made: string[]; triggers: string[] };
    expect(printed).to.include('wp_tappet_post_counts');
    expect(
      made.filter((table) => table.startsWith('CREATE TABLE `wp_tappet') || table.includes('tappet_changes')),
    ).to.eql([]);
    expect(triggers).to.eql([]);
  });

  it('has the address that its options say, unless a setting does', async () => {
    await site.run("update wp_options set option_value = 'https://a.example/' where option_name = 'home'");
    await serve();
    expect((await request('GET', 'posts/1')).data.link).to.match(/^https:\/\/a\.example\//);
    await host!.close();
    await serve({ url: 'https://b.example' });
    expect((await request('GET', 'posts/1')).data.link).to.match(/^https:\/\/b\.example\//);
  });

  it('alone is served with --read-only', async () => {
    await serve({ readOnly: true });
    expect((await request('POST', 'posts', { title: 'New' })).data.code).to.equal('rest_read_only');
    await host!.close();
    const starting = serve({ database: 'sqlite::memory:', readOnly: true }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(await starting).to.include('--read-only is for a site that another program made');
  });

  describe('with --write', () => {
    it('is written to, and gets nothing of ours', async () => {
      const { made } = (await site.state()) as { made: string[] };
      await serve({ write: true });
      const { status, data } = await request('POST', 'posts', { title: 'Written', status: 'publish' });
      expect(status).to.equal(201);
      expect((await request('DELETE', `posts/${data.id}?force=true`)).status).to.equal(200);
      expect(((await site.state()) as { made: string[] }).made).to.eql(made);
      expect(await site.run("select option_name from wp_options where option_name like 'tappet%'")).to.eql([]);
    });
  });

  it('keeps the number of comments of an item that goes to the trash and comes back, as WordPress does', async () => {
    await serve({ write: true });
    const { data: item } = await request('POST', 'posts', { title: 'Commented', status: 'publish' });
    const { data: comment } = await request('POST', 'comments', { post: item.id, content: 'A comment.' });
    const count = async () =>
      Number((await site.run(`select comment_count as count from wp_posts where ID = ${item.id}`))[0]!.count);
    expect(await count()).to.equal(1);
    await request('DELETE', `posts/${item.id}`);
    expect(await count()).to.equal(1);
    await request('POST', `posts/${item.id}`, { status: 'publish' });
    expect(await count()).to.equal(1);
    await request('DELETE', `posts/${item.id}`);
    await request('DELETE', `comments/${comment.id}`);
    expect(await count(), 'once the comment changes').to.equal(0);
    await request('DELETE', `posts/${item.id}?force=true`);
  });

  it('refuses a value that is too long for its column, and cuts none, as WordPress does', async () => {
    await serve({ write: true });
    const { id } = (await request('POST', 'posts', { title: 'Short', status: 'publish' })).data;
    const title = 'é'.repeat(40_000);
    for (const path of ['posts', `posts/${id}`]) {
      const { status, data } = await request('POST', path, { title, status: 'publish' });
      expect([status, data.code]).to.eql([400, 'rest_value_too_long']);
    }
    expect(await request('GET', `posts/${id}`)).to.have.nested.property('data.title.rendered', 'Short');
    expect(await site.run("select ID from wp_posts where post_title like 'éé%'")).to.eql([]);
    await request('DELETE', `posts/${id}?force=true`);
  });

  for (const derive of [false, true]) {
    it(`shows a program that runs the host what others have just written, ${derive ? 'with' : 'without'} --derive`, async () => {
      await serve({ derive });
      for (const name of ['One', 'Two', 'Three']) {
        await site.run(`update wp_terms set name = '${name}' where term_id = 1`);
        await site.run(`update wp_options set option_value = '${name}' where option_name = 'blogname'`);
        const [term, settings] = [await request('GET', 'categories/1'), await request('GET', 'settings')];
        expect([term.data.name, settings.data.title]).to.eql([name, name]);
      }
    });
  }

  describe('whose user of the database may only read', () => {
    const user = `tappet_reader_${process.pid}`;
    let reader: string;
    before(async () => {
      const url = new URL(address);
      const name = url.pathname.slice(1);
      await site.run(`create user '${user}'@'%' identified by 'reader'`);
      await site.run(`grant select on \`${name}\`.* to '${user}'@'%'`);
      [url.username, url.password] = [user, 'reader'];
      reader = url.href;
    });
    after(() => site.run(`drop user '${user}'@'%'`));

    it('is read', async () => {
      await serve({ database: reader });
      expect((await counts()).filter(([, status]) => status !== 200)).to.eql([]);
    });

    it('refuses what is written, and says which right is lacking, at the start too', async () => {
      const lines = await serve({ database: reader, write: true });
      expect(lines.at(-1)).to.equal('The user of the database lacks INSERT, UPDATE, DELETE: what needs it is refused');
      const { status, data } = await request('POST', 'posts', { title: 'New' });
      expect([status, data.code, data.message]).to.eql([
        503,
        'rest_database_denied',
        'The user of the database lacks the right INSERT on the table wp_posts. Nothing was changed.',
      ]);
      expect((await request('DELETE', 'posts/1?force=true')).data.message).to.match(
        /lacks the right (?:UPDATE|DELETE) on/,
      );
    });

    it('writes nothing beside what is asked for, such as when an application password was used', async () => {
      await serve({ write: true });
      const { data } = await request('POST', 'users/1/application-passwords', { name: 'app' });
      await host!.close();
      host = await createHost({ ...settingsOn(reader), url: 'http://127.0.0.1', write: true });
      const url = await host.listen(0);
      const authorization = `Basic ${Buffer.from(`admin:${data.password}`).toString('base64')}`;
      const answer = await fetch(`${url}/wp-json/wp/v2/users/me`, { headers: { authorization } });
      expect(answer.status).to.equal(200);
    });

    it('gets no tables of ours', async () => {
      const starting = serve({ database: reader, derive: true }).then(
        () => 'started',
        (error: Error) => error.message,
      );
      expect(await starting).to.include(
        'its user lacks INSERT, UPDATE, DELETE, CREATE, DROP, TRIGGER, which --derive needs',
      );
    });
  });
});
