import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { MetaStore } from '../../plugins/meta/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import wordpressWrites from '../../plugins/wordpress-writes/index.ts';
import { buildContentSite, type ContentSite, NOW } from '../support/content-site.ts';
import { describeOnDatabases } from '../support/on-databases.ts';
import { wordPressFacts } from '../support/wordpress/wordpress-facts.ts';

const SECONDS = NOW / 1000;
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const NO_ARGUMENTS = md5('a:0:{}');

/** The event that another plugin of the site has scheduled; its arguments hold an object. */
const FOREIGN = `i:1000;a:1:{s:7:"foreign";a:1:{s:32:"${NO_ARGUMENTS}";a:3:{s:8:"schedule";s:5:"daily";s:4:"args";a:1:{i:0;O:3:"Foo":1:{s:1:"a";d:3;}}s:8:"interval";i:86400;}}}`;

describeOnDatabases('what is left for WordPress', (freshDatabase) => {
  let site: ContentSite;

  const stored = async (name: string) => {
    const query = site.database.db.selectFrom('options').select('option_value').where('option_name', '=', name);
    return (await query.executeTakeFirst())?.option_value;
  };
  const store = (name: string, option_value: string) =>
    site.database.insertAll('options', [{ option_name: name, option_value }], ['option_name']);
  const marks = async (id: number) => {
    const meta = site.generation.services.get('spec', MetaStore);
    const all = (await meta.load('post', [id])).get(id)!;
    return Object.fromEntries([...all].filter(([key]) => /me$/.test(key)));
  };
  const pings = `i:${SECONDS};a:1:{s:8:"do_pings";a:1:{s:32:"${NO_ARGUMENTS}";a:2:{s:8:"schedule";b:0;s:4:"args";a:0:{}}}}`;

  before(async () => {
    site = await buildContentSite([wordpressWrites], {
      options: { database: { url: await freshDatabase({ again: true }) } },
      site: { wordpress: wordPressFacts('/nowhere') },
    });
  });
  beforeEach(() => store('cron', 'a:1:{s:7:"version";i:2;}'));
  after(() => site.generation.dispose());

  it('are the marks of what was published, once, and the event that looks at them', async () => {
    await site.options.set('default_pingback_flag', 1);
    const { id } = await site.publish({ title: 'a' });
    await site.posts.update(id, { title: 'b' });
    expect(await marks(id)).to.eql({ _pingme: ['1'], _encloseme: ['1'] });
    expect(await stored('cron')).to.equal(`a:2:{${pings}s:7:"version";i:2;}`);
    const { id: draft } = await site.posts.insert({ title: 'c', status: 'draft' });
    const page = await site.publish({ title: 'd', type: 'page' });
    expect([await marks(draft), await marks(page.id)]).to.eql([{}, {}]);
  });

  it('is no mark for pings where the site sends none', async () => {
    await site.options.set('default_pingback_flag', 0);
    expect(await marks((await site.publish({ title: 'a' })).id)).to.eql({ _encloseme: ['1'] });
  });

  it('is the event by which PHP publishes a scheduled item, for as long as it is scheduled', async () => {
    await store('cron', `a:2:{${FOREIGN}s:7:"version";i:2;}`);
    const { id } = await site.posts.insert({ title: 'a', status: 'future', date: '2030-01-02 03:04:05' });
    const at = Date.UTC(2030, 0, 2, 3, 4, 5) / 1000;
    const event = (time: number) =>
      `i:${time};a:1:{s:19:"publish_future_post";a:1:{s:32:"${md5(`a:1:{i:0;i:${id};}`)}";a:2:{s:8:"schedule";b:0;s:4:"args";a:1:{i:0;i:${id};}}}}`;
    expect(await stored('cron')).to.equal(`a:3:{${FOREIGN}${event(at)}s:7:"version";i:2;}`);
    await site.posts.update(id, { date: '2030-01-02 03:04:06', dateGmt: '2030-01-02 03:04:06' });
    expect(await stored('cron')).to.equal(`a:3:{${FOREIGN}${event(at + 1)}s:7:"version";i:2;}`);
    await site.posts.update(id, { status: 'draft' });
    expect(await stored('cron')).to.equal(`a:2:{${FOREIGN}s:7:"version";i:2;}`);
    await site.posts.update(id, { status: 'future' });
    await site.posts.delete(id);
    expect(await stored('cron')).to.equal(`a:2:{${FOREIGN}s:7:"version";i:2;}`);
  });

  it('keeps what PHP has scheduled since the options were read, and every event of many writers', async () => {
    await site.posts.insert({ title: 'a', status: 'future', date: '2030-01-02 03:04:05' });
    await store('cron', `a:2:{${FOREIGN}s:7:"version";i:2;}`);
    const dates = Array.from({ length: 8 }, (_, day) => `2031-01-0${day + 1} 00:00:00`);
    await Promise.all(dates.map((date) => site.posts.insert({ title: date, status: 'future', date })));
    const cron = (await stored('cron'))!;
    expect(cron).to.include(FOREIGN);
    expect(cron.match(/publish_future_post/g)).to.have.lengthOf(8);
  });

  it('is which terms are below which, in taxonomies that have such', async () => {
    const former = (await stored('category_children')) ?? 'a:0:{}';
    expect(former).to.equal('a:0:{}');
    const { id: top } = await site.terms.create('category', 'top');
    expect(await stored('category_children')).to.equal('a:0:{}');
    const { id: one } = await site.terms.create('category', 'one', { parent: top });
    const { id: two } = await site.terms.create('category', 'two', { parent: top });
    expect(await stored('category_children')).to.equal(`a:1:{i:${top};a:2:{i:0;i:${one};i:1;i:${two};}}`);
    await site.terms.update(two, 'category', { parent: one });
    expect(await stored('category_children')).to.equal(
      `a:2:{i:${top};a:1:{i:0;i:${one};}i:${one};a:1:{i:0;i:${two};}}`,
    );
    await site.terms.delete(one, 'category');
    expect(await stored('category_children')).to.equal(`a:1:{i:${top};a:1:{i:0;i:${two};}}`);
    await site.terms.create('post_tag', 'tag');
    expect(await stored('post_tag_children')).to.equal(undefined);
  });

  it('is the number of users, unless there are so many that WordPress counts them by itself', async () => {
    const users = site.generation.services.get('spec', UserStore);
    const { id } = await users.create({ login: 'a', email: 'a@example.org' });
    await users.create({ login: 'b', email: 'b@example.org' });
    expect(await stored('user_count')).to.equal('2');
    await users.delete(id, null);
    expect(await stored('user_count')).to.equal('1');
    await site.options.set('user_count', 10_001);
    await users.create({ login: 'c', email: 'c@example.org' });
    expect(await stored('user_count')).to.equal('10001');
  });

  it('is whether the site is fresh, and whether the calendar has something to show', async () => {
    await site.options.set('fresh_site', 1);
    for (const { ID } of await site.database.db.selectFrom('posts').select('ID').execute()) await site.posts.delete(ID);
    expect(await stored('wp_calendar_block_has_published_posts')).to.equal('');
    const { id } = await site.publish({ title: 'a' });
    expect([await stored('fresh_site'), await stored('wp_calendar_block_has_published_posts')]).to.eql(['0', '1']);
    await site.posts.update(id, { status: 'draft' });
    expect(await stored('wp_calendar_block_has_published_posts')).to.equal('');
    await site.posts.update(id, { status: 'publish' });
    await site.posts.delete(id);
    expect(await stored('wp_calendar_block_has_published_posts')).to.equal('');
  });

  it('is undone with the transaction that it belongs to', async () => {
    const before = [await stored('cron'), await stored('category_children')];
    const failing = site.database.transaction(async () => {
      await site.posts.insert({ title: 'a', status: 'future', date: '2030-01-02 03:04:05' });
      await site.terms.create('category', 'x');
      throw new Error('undone');
    });
    await failing.catch(() => {});
    expect([await stored('cron'), await stored('category_children')]).to.eql(before);
  });
});

describe('what is left for WordPress where nothing may be written', () => {
  it('is nothing', async () => {
    const site = await buildContentSite([wordpressWrites], {
      site: { wordpress: wordPressFacts('/nowhere', { writes: false }) },
    });
    await site.publish({ title: 'a' });
    await site.options.load(['cron']);
    expect(site.options.has('cron')).to.equal(false);
    await site.generation.dispose();
  });
});
