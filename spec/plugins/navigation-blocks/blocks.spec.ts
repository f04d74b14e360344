import { expect } from 'chai';
import blockSupports from '../../../plugins/block-supports/index.ts';
import { BlockTypes, parseBlocks, Renderer } from '../../../plugins/content-rendering/index.ts';
import navigationBlocks from '../../../plugins/navigation-blocks/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { harmIn } from '../formatting/harm.ts';
import { HOSTILE } from '../formatting/hostile.ts';

describe('blocks of menus', () => {
  let site: ContentSite;
  const show = async (content: string): Promise<string> => {
    const [block] = parseBlocks(content);
    return site.generation.services.get('spec', Renderer).block(block!, null);
  };
  const menu = (content: string, more: object = {}) =>
    site.publish({ type: 'cms_navigation', title: 'Main', content, ...more });
  const link = (label: string, more: object = {}) =>
    `<!-- wp:navigation-link ${JSON.stringify({ label, url: 'https://a.example/', ...more })} /-->`;
  const shown = async (ref: number, more: object = {}) =>
    show(`<!-- wp:navigation ${JSON.stringify({ ref, overlayMenu: 'never', ...more })} /-->`);

  before(async () => {
    site = await buildContentSite([blockSupports, navigationBlocks]);
  });
  after(() => site.generation.dispose());

  it('list the pages on a site without menus, those below others in submenus', async () => {
    expect(await show('<!-- wp:navigation /-->')).to.equal('');
    const { id: parent } = await site.publish({ type: 'page', title: 'Above' });
    await site.publish({ type: 'page', title: 'Below', parent });
    await site.publish({ type: 'page', title: 'Locked', password: 'rope' });
    await site.posts.insert({ type: 'page', title: 'Draft', status: 'draft' });
    const markup = await show('<!-- wp:navigation {"overlayMenu":"never"} /-->');
    expect(markup).to.match(
      /has-child cms-block-navigation-item open-on-hover-click"><a [^>]*>Above<\/a><button aria-label="Above submenu"/,
    );
    expect(markup).to.match(
      /<ul class="cms-block-navigation__submenu-container"><li [^>]*><a [^>]*>Below<\/a><\/li><\/ul>/,
    );
    expect(markup).to.not.match(/Locked|Draft/);
    expect(await show('<!-- wp:page-list /-->'))
      .to.contain('Below')
      .and.not.match(/button|navigation-item/);
  });

  it('show the newest menu where none is named', async () => {
    await menu(link('Old'), { date: '2020-01-01 00:00:00' });
    await menu(link('New'), { date: '2025-01-01 00:00:00' });
    expect(await show('<!-- wp:navigation /-->'))
      .to.contain('>New</span>')
      .and.not.contain('>Old<');
  });

  it('show no menu that is a draft, has a password, is gone or is no menu', async () => {
    const text = link('Hidden');
    const ids = [
      (await menu(text, { status: 'draft' })).id,
      (await menu(text, { password: 'rope' })).id,
      (await site.publish({ content: text })).id,
      99_999,
    ];
    for (const id of ids) expect(await shown(id)).to.equal('');
  });

  it('leave out links to items that are not published', async () => {
    const { id: draft } = await site.posts.insert({ title: 'Soon', status: 'draft' });
    const { id: post } = await site.publish({ title: 'There' });
    const target = (id: number) => ({ id, kind: 'post-type', type: 'post' });
    const { id } = await menu(
      `${link('Soon', target(draft))}${link('There', target(post))}${link('Gone', target(99_999))}`,
    );
    expect(await shown(id))
      .to.contain('There')
      .and.not.match(/Soon|Gone/);
  });

  it('cost a number of statements that does not grow with the number of links', async () => {
    const targets: number[] = [];
    const cost = async () => {
      targets.push((await site.publish({ title: 'Linked' })).id);
      const links = targets.map((id) => link('To', { id, kind: 'post-type' })).join('');
      const submenu = `<!-- wp:navigation-submenu {"label":"Sub"} -->${links}<!-- /wp:navigation-submenu -->`;
      const { id } = await menu(`${links}${submenu}`);
      const before = site.database.statements.count;
      await shown(id);
      return site.database.statements.count - before;
    };
    const few = await cost();
    for (let number = 0; number < 10; number++) targets.push((await site.publish({ title: 'Linked' })).id);
    expect(await cost()).to.equal(few);
  });

  it('are empty within themselves', async () => {
    const { id } = await menu(link('One'));
    await site.posts.update(id, {
      content: `${link('One')}<!-- wp:navigation {"ref":${id},"overlayMenu":"never"} /-->`,
    });
    expect((await shown(id)).match(/<nav/g)).to.have.length(1);
  });

  it('open submenus by a button, if requested, and put what is no item between lists', async () => {
    const inner = `<!-- wp:navigation-submenu {"label":"Sub"} -->${link('Deep')}<!-- /wp:navigation-submenu -->`;
    const { id } = await menu(`${link('One')}${inner}<!-- wp:my/search -->find<!-- /wp:my/search -->${link('Two')}`);
    const markup = await shown(id, { openSubmenusOnClick: true, textColor: 'red', customOverlayTextColor: '#123456' });
    expect(markup).to.match(
      /open-on-click [^>]*><button aria-label="Sub submenu" class="[^"]*" aria-expanded="false">/,
    );
    expect(markup).to.match(
      /<\/ul>find<ul class="cms-block-navigation__container"><li class="has-text-color has-red-color/,
    );
  });

  it('have names of their own where a page shows several of one name', async () => {
    const { id } = await menu(link('One'), { title: 'Twice' });
    const block = `<!-- wp:navigation {"ref":${id}} /-->`;
    const markup = await show(`<!-- wp:group --><div>${block}${block}</div><!-- /wp:group -->`);
    expect(markup).to.contain('aria-label="Twice"').and.contain('aria-label="Twice 2"');
    expect(new Set(markup.match(/id="modal-\d+"/g))).to.have.property('size', 2);
  });

  it('hold no script, whatever their attributes are', async () => {
    const own =
      /^(?:element (?:nav|button|svg|path|rect|ul|li)|style=[a-z-]+:var\(--[a-z\d-]+\);|attribute (?:tabindex|data-[a-z-]+|aria-[a-z-]+|role))/;
    for (const text of HOSTILE) {
      for (const { name, attributes = {} } of site.generation.services.get('spec', BlockTypes).list()) {
        const texts = Object.keys(attributes).filter((attribute) => attributes[attribute]!.type === 'string');
        const attrs = Object.fromEntries(texts.map((attribute) => [attribute, text]));
        const block = { blockName: name, attrs, innerBlocks: [], innerHTML: '', innerContent: [] };
        const markup = await site.generation.services.get('spec', Renderer).block(block, null);
        expect(
          harmIn(markup).filter((harm) => !own.test(harm)),
          `${name} ${text}`,
        ).to.eql([]);
      }
    }
  });
});
