import { expect } from 'chai';
import { Database } from '../../../plugins/database/index.ts';
import { NavMenus } from '../../../plugins/menus/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { ThemeSite } from './theme-site.ts';

describe('the menu of the pages', () => {
  let site: ThemeSite;
  let menu: number;
  beforeEach(async () => {
    site = await ThemeSite.start();
    await site.publish({ type: 'page', title: 'A page' });
    menu = (await site.service(TermStore).create('nav_menu', 'Main')).id;
  });
  afterEach(() => site.close());

  /** Stores an item of a menu that leads to an address, or to an item. */
  async function item(
    title: string,
    to: string | number,
    more: { parent?: number; of?: number } = {},
  ): Promise<number> {
    const isCustom = typeof to === 'string';
    const { id } = await site.publish({
      type: 'nav_menu_item',
      title,
      metaInput: {
        _menu_item_type: isCustom ? 'custom' : 'post_type',
        _menu_item_object: isCustom ? 'custom' : 'post',
        _menu_item_object_id: String(to),
        _menu_item_url: isCustom ? to : '',
        _menu_item_menu_item_parent: String(more.parent ?? 0),
      },
    });
    await site.service(TermStore).setObjectTerms(id, 'nav_menu', [more.of ?? menu]);
    return id;
  }

  const navigation = async (path = '/') => {
    const { text } = await site.visitor().ask(path);
    return /<nav class="site-navigation".*?<\/nav>/s.exec(text)?.[0] ?? '';
  };

  it('leads to the pages of the site while no menu has an item, and to those of the menu as soon as one has', async () => {
    expect(await navigation())
      .to.include('aria-label="Pages"')
      .and.include('>A page</a>');
    await item('Elsewhere', 'https://example.org/');
    expect(await navigation())
      .to.include('aria-label="Menu"')
      .and.include('<a href="https://example.org/">Elsewhere</a>')
      .and.not.include('A page');
  });

  it('has items below others behind a mark that needs no script, and marks the page that is shown', async () => {
    const post = await site.publish({ title: 'Post', name: 'post' });
    const above = await item('Above', '#');
    await item('', post.id, { parent: above });
    const shown = await navigation('/2026/01/02/post/');
    expect(shown).to.match(
      />Above<\/a><details[^>]*><summary aria-label="Below Above"><\/summary><ul class="sub-menu">/,
    );
    expect(shown).to.match(/<a href="[^"]*\/post\/" aria-current="page">Post<\/a>/);
  });

  it('shows neither what a visitor may not read nor an address that runs a script, and escapes what it shows', async () => {
    const draft = await site.publish({ title: 'Hush', status: 'draft' });
    await item('', draft.id);
    const above = await item('"><img src=x onerror="a"> & "b" onclick="c', 'javascript:alert(1)');
    await item('Child', '#', { parent: above });
    const shown = await navigation();
    expect(shown).to.not.include('Hush').and.not.include('javascript').and.not.include('<img');
    expect(shown).to.not.match(/<[^>]*onclick="c/);
  });

  it('shows items that lie in a circle, or below one that is not shown, at the uppermost level', async () => {
    const one = await item('One', '#');
    const other = await item('Other', '#', { parent: one });
    await site.posts.update(one, { metaInput: { _menu_item_menu_item_parent: String(other) } });
    await item('Loose', '#', { parent: 999_999 });
    expect((await navigation()).match(/<li /g)).to.have.length(3);
  });

  it('is that of the location `primary` where the settings name it', async () => {
    await site.close();
    site = await ThemeSite.start({ options: { theme: { nav_menus: { primary: 'Primary menu' } } } });
    const terms = site.service(TermStore);
    const [first, second] = [await terms.create('nav_menu', 'A'), await terms.create('nav_menu', 'B')];
    await item('Of A', '#', { of: first.id });
    await item('Of B', '#', { of: second.id });
    expect(await navigation()).to.not.include('Of ');
    await site.service(NavMenus).assign(second.id, ['primary']);
    expect(await navigation())
      .to.include('Of B')
      .and.not.include('Of A');
  });

  it('takes as many statements whatever it holds', async () => {
    const statements = async () => {
      const { statements: counted } = site.service(Database);
      await site.options.set('written', Math.random());
      const before = counted.count;
      await navigation('/nowhere');
      return counted.count - before;
    };
    // What is done in the background meanwhile is counted, too.
    const least = async () => Math.min(await statements(), await statements(), await statements());
    await item('', (await site.publish({ title: 'First' })).id);
    const ofOne = await least();
    for (const title of ['Second', 'Third', 'Fourth']) await item('', (await site.publish({ title })).id);
    expect(await least()).to.be.at.most(ofOne);
  });
});
