import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import batch from '../../../plugins/batch/index.ts';
import menus, { MENU_ITEM_META, NavMenus } from '../../../plugins/menus/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { serve } from '../../support/serve.ts';

describeOnDatabases('the menus plugin', (freshDatabase) => {
  let site: ContentSite;
  let nav: NavMenus;
  beforeEach(async () => {
    site = await buildContentSite([themes, menus, batch], {
      // Statements are counted: options are not read again meanwhile.
      options: { database: { url: await freshDatabase({ again: true }) }, options: { refresh: 0 } },
    });
    nav = site.generation.services.get('spec', NavMenus);
  });
  afterEach(() => site.generation.dispose());

  const ask = async (method: string, path: string, json?: object, role = 'administrator') =>
    (await serve(site.generation, method, `/cms/v2/${path}`, { user: site.as(role), ...(json && { json }) })).json;
  const make = (json: object) => ask('POST', 'menu-items', json);
  const menu = async (json: object = {}) => (await ask('POST', 'menus', { name: 'Main', ...json })).id as number;
  const shown = async (id: number, user = ANONYMOUS) =>
    (await nav.itemsOf(id, new RequestContext({ user }))).map(({ title }) => title);

  it('gives a menu a slug of its name, and keeps what a change does not name', async () => {
    const id = await menu({ description: 'Above' });
    const changed = await ask('POST', `menus/${id}`, { name: 'Other name' });
    expect(changed).to.include({ slug: 'other-name', description: 'Above' });
    const same = await ask('POST', `menus/${id}`, { auto_add: true });
    expect(same).to.include({ name: 'Other name', slug: 'other-name', auto_add: true });
  });

  it('refuses a name that another menu has, and one that is empty', async () => {
    const id = await menu();
    const { id: other } = await ask('POST', 'menus', { name: 'Other' });
    expect(await ask('POST', `menus/${other}`, { name: 'main' })).to.deep.include({
      code: 'menu_exists',
      data: { status: 400, term_id: id },
    });
    expect((await ask('POST', 'menus', { name: ' ' })).code).to.equal('empty_term_name');
  });

  it('puts a menu into registered locations, each of which holds one', async () => {
    nav.register({ primary: 'Primary menu', footer: 'Footer' });
    const one = await menu({ locations: ['primary', 'footer'] });
    const other = (await ask('POST', 'menus', { name: 'Other', locations: ['footer'] })).id;
    expect(await ask('GET', `menus/${one}`)).to.deep.include({ locations: ['primary'] });
    const locations = await ask('GET', 'menu-locations');
    expect(locations.primary).to.deep.include({ name: 'primary', description: 'Primary menu', menu: one });
    expect(locations.footer.menu).to.equal(other);
    const embedded = await ask('GET', 'menu-locations/primary');
    expect(embedded._links['cms:menu'][0].href).to.match(new RegExp(`/menus/${one}$`));
    await ask('POST', `menus/${one}`, { locations: [] });
    expect(nav.menuIn('primary')).to.equal(0);
  });

  it('follows the title and the address of what an item leads to, until the item has a title', async () => {
    const post = await site.publish({ title: 'First & last', name: 'first' });
    const item = await make({ type: 'post_type', object_id: post.id, title: 'First & last' });
    expect(item).to.deep.include({ object: 'post', type_label: 'Post', invalid: false });
    await site.posts.update(post.id, { title: 'Renamed' });
    expect((await ask('GET', `menu-items/${item.id}`)).title.rendered).to.equal('Renamed');
    await ask('POST', `menu-items/${item.id}`, { title: 'Mine' });
    await site.posts.update(post.id, { title: 'Again' });
    expect((await ask('GET', `menu-items/${item.id}`)).title.rendered).to.equal('Mine');
  });

  it('keeps what a change does not name', async () => {
    const id = await menu();
    const made = await make({ title: 'A', url: '/a', menus: id, menu_order: 4, classes: ['x', 'y'], xfn: 'me,friend' });
    const changed = await ask('POST', `menu-items/${made.id}`, { description: 'Text' });
    const { description: _, _links: __, ...before } = made;
    expect(changed).to.deep.include(before);
    expect(changed.description).to.equal('Text');
    expect(changed.xfn).to.deep.equal(['me', 'friend']);
  });

  it('refuses what leads nowhere', async () => {
    const codes = [
      { type: 'post_type', object_id: 99_999 },
      { type: 'taxonomy', object_id: 99_999 },
      { type: 'post_type_archive', object: 'nothing' },
      { title: 'x', url: 'javascript:alert(1)' },
      { title: { rendered: 'x' }, url: '/' },
    ].map(async (json) => (await make(json)).code);
    expect(await Promise.all(codes)).to.deep.equal([
      'rest_post_invalid_id',
      'rest_term_invalid_id',
      'rest_post_invalid_type',
      'rest_invalid_param',
      'rest_title_required',
    ]);
  });

  it('answers whatever numbers and texts a request holds', async () => {
    const id = await menu();
    const most = Number.MAX_SAFE_INTEGER;
    const requests = [
      { title: 'x', url: '/x', menu_order: most },
      { title: 'x', url: '/x', parent: most, menus: id },
      { title: 'x', url: '/x', menus: most },
      { title: 'x', url: '/x', menus: -1 },
      { type: 'post_type', object: 'post', object_id: most },
      { type: 'taxonomy', object: 'category', object_id: most },
      { type: 'taxonomy', object: '__proto__', object_id: 1 },
      { type: 'post_type_archive', object: 'constructor' },
      { title: { raw: 5 }, url: '/x' },
      { title: 'x', url: 'http://[', classes: { a: 1 }, xfn: 7 },
      { title: '\u0000', url: '\u0000', description: '\u0000', attr_title: '\u0000' },
    ];
    for (const json of requests) {
      const { status } = await serve(site.generation, 'POST', '/cms/v2/menu-items', {
        user: site.as('administrator'),
        json,
      });
      expect(status, JSON.stringify(json)).to.be.oneOf([201, 400]);
    }
    const { status } = await serve(site.generation, 'GET', '/cms/v2/menu-items', { user: site.as('administrator') });
    expect(status).to.equal(200);
    expect(await shown(id)).to.deep.equal(['x']);
  });

  it('shows an item whatever is stored of it', async () => {
    const id = await menu();
    const { id: item } = await make({ title: 'x', url: '/x', menus: id });
    const { services } = site.generation;
    for (const value of [{ a: { b: 1 } }, [null, [1]], 5, 'one two', '']) {
      for (const key of Object.values(MENU_ITEM_META))
        await services.get('spec', MetaStore).set('post', item, key, value);
      expect(
        (await serve(site.generation, 'GET', `/cms/v2/menu-items/${item}`, { user: site.as('administrator') })).status,
      ).to.equal(200);
      await shown(id);
    }
  });

  it('shows visitors neither drafts, nor what leads to something that they may not read', async () => {
    const id = await menu();
    const post = await site.publish({ title: 'Public' });
    const hidden = await site.posts.insert({ title: 'Secret', status: 'private', author: 99 });
    for (const [place, object_id] of [post.id, hidden.id].entries()) {
      await make({ type: 'post_type', object_id, menus: id, menu_order: place + 1 });
    }
    await make({ title: 'Draft', url: '/d', menus: id, status: 'draft' });
    expect(await shown(id)).to.deep.equal(['Public']);
    expect(await shown(id, site.as('administrator'))).to.deep.equal(['Public', 'Secret']);
    const seen = await ask('GET', `menu-items?menus=${id}`, undefined, 'contributor');
    expect(JSON.stringify(seen)).to.not.include('Secret');
    expect(seen[1].url).to.equal(`http://localhost/?p=${hidden.id}`);
  });

  it('marks an item as invalid while what it leads to is in the trash', async () => {
    const id = await menu();
    const post = await site.publish({ title: 'Target' });
    const item = await make({ type: 'post_type', object_id: post.id, menus: id });
    await site.posts.trash(post.id);
    expect((await ask('GET', `menu-items/${item.id}`)).invalid).to.equal(true);
    expect(await shown(id, site.as('administrator'))).to.deep.equal([]);
  });

  it('deletes the items that lead to what is deleted, and those of a deleted menu', async () => {
    nav.register({ primary: 'Primary menu' });
    const id = await menu({ locations: ['primary'], auto_add: true });
    const post = await site.publish({ title: 'Target' });
    const term = await site.terms.create('category', 'Topic');
    await make({ type: 'post_type', object_id: post.id, menus: id });
    await make({ type: 'taxonomy', object_id: term.id, menus: id, menu_order: 2 });
    await make({ title: 'Kept', url: '/k', menus: id, menu_order: 3 });
    await site.posts.delete(post.id);
    await site.terms.delete(term.id, 'category');
    expect(await shown(id)).to.deep.equal(['Kept']);
    await ask('DELETE', `menus/${id}?force=true`);
    expect((await site.posts.query({ types: ['nav_menu_item'], statuses: ['any'] })).total).to.equal(0);
    expect([nav.menuIn('primary'), nav.autoAdding()]).to.deep.equal([0, []]);
  });

  it('leaves what leads to something else of the same id', async () => {
    const id = await menu();
    const term = await site.terms.create('category', 'Topic');
    await make({ type: 'taxonomy', object_id: term.id, menus: id });
    await site.posts.insert({ importId: term.id, title: 'Of the same id' });
    await site.posts.delete(term.id);
    expect(await shown(id)).to.deep.equal(['Topic']);
  });

  it('adds new pages of the uppermost level to menus that want them, at the end and once', async () => {
    const id = await menu({ auto_add: true });
    await make({ title: 'First', url: '/f', menus: id, menu_order: 7 });
    const page = await site.publish({ type: 'page', title: 'New page' });
    await site.publish({ type: 'page', title: 'Below', parent: page.id });
    await site.publish({ title: 'A post' });
    await site.posts.update(page.id, { status: 'draft' });
    await site.posts.update(page.id, { status: 'publish' });
    expect(await shown(id)).to.deep.equal(['First', 'New page']);
    const items = await ask('GET', `menu-items?menus=${id}`);
    expect(items[1]).to.deep.include({ menu_order: 8, object: 'page', object_id: page.id });
  });

  it('makes a menu with its items in a batch', async () => {
    const requests = [
      { path: '/cms/v2/menus', body: { name: 'Main' } },
      { path: '/cms/v2/menu-items', body: { title: 'A', url: '/a' } },
      { path: '/cms/v2/menu-items', body: { title: 'B' } },
    ];
    const user = site.as('administrator');
    const { json } = await serve(site.generation, 'POST', '/batch/v1', { user, json: { requests } });
    expect(json.responses.map(({ status }: { status: number }) => status)).to.deep.equal([201, 201, 400]);
  });

  it('reads any number of items in as many statements', async () => {
    const id = await menu();
    let writes = 0;
    /** How many statements the menu takes that visitors see, and its list with all that it embeds. */
    const counted = async (): Promise<number[]> => {
      const counts: number[] = [];
      for (const read of [() => shown(id), () => ask('GET', `menu-items?menus=${id}&_embed`)]) {
        await site.options.set('written', ++writes);
        const { count } = site.database.statements;
        await read();
        counts.push(site.database.statements.count - count);
      }
      return counts;
    };
    /** The least of three times each, as statements of other work are counted too. */
    const statements = async (): Promise<number[]> => {
      const [one, other, last] = [await counted(), await counted(), await counted()];
      return one.map((count, at) => Math.min(count, other[at]!, last[at]!));
    };
    const add = async (number: number) => {
      const post = await site.publish({ title: `Post ${number}` });
      const term = await site.terms.create('category', `Topic ${number}`);
      await make({ type: 'post_type', object_id: post.id, menus: id, menu_order: number });
      await make({ type: 'taxonomy', object_id: term.id, menus: id, menu_order: number });
    };
    await add(1);
    const ofTwo = await statements();
    for (const number of [2, 3, 4]) await add(number);
    expect(await shown(id)).to.have.length(8);
    const ofEight = await statements();
    expect(ofEight[0]).to.be.at.most(ofTwo[0]!);
    expect(ofEight[1]).to.be.at.most(ofTwo[1]!);
  });
});
