import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { PostStore } from '../../../plugins/posts/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnSqliteAndPostgres } from '../../support/on-databases.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serve.ts';

const FILE = fileURLToPath(new URL('../../fixtures/themeunittestdata.wordpress.xml', import.meta.url));

interface Item {
  readonly id: number;
  readonly parent: number;
  readonly title: { readonly rendered: string };
  readonly url: string;
  readonly type: string;
  readonly object_id: number;
  readonly invalid: boolean;
}

/** The menus of a site: their items in order, by the titles of those above them, and what they lead to. */
async function menusOf({ generation, users }: FullSite): Promise<Record<string, string[]>> {
  const get = async (path: string) =>
    (await serve(generation, 'GET', `/cms/v2/${path}`, { user: users.admin!.user })).json;
  const found: Record<string, string[]> = {};
  for (const { id, slug } of await get('menus')) {
    const items: Item[] = await get(`menu-items?menus=${id}`);
    const titleOf = (of: number): string => items.find((item) => item.id === of)?.title.rendered ?? '';
    found[slug] = items.map(
      ({ parent, title, url, invalid }) => `${titleOf(parent)} > ${title.rendered}: ${invalid ? 'nothing' : url}`,
    );
    for (const item of items) if (item.type === 'custom') expect(item.object_id).to.equal(item.id);
  }
  return found;
}

const bring = ({ generation }: FullSite, source: string) =>
  runCommand(generation, 'import', { source }, { authors: 'create' });

describeOnSqliteAndPostgres('the import of menus', (freshDatabase) => {
  const sites: FullSite[] = [];
  let folder: string;
  const open = async () => {
    const site = await buildFullSite({ database: await freshDatabase(), without: ['default-content'] });
    sites.push(site);
    return site;
  };
  before(async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'tappet-menus-'));
    await bring(await open(), FILE);
  });
  after(async () => {
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true });
  });

  it('brings in all menus with their items, those whose number is in two menus too', async () => {
    const menus = await menusOf(sites[0]!);
    const lengths = Object.entries(menus).map(([slug, items]) => [slug, items.length]);
    expect(Object.fromEntries(lengths)).to.deep.equal({
      'all-pages': 18,
      'all-pages-flat': 18,
      'empty-menu': 0,
      short: 6,
      'social-menu': 5,
      'testing-menu': 23,
    });
    expect(menus.short).to.include('About The Tests > Clearing Floats: http://localhost/about/clearing-floats/');
    expect(menus['all-pages']).to.include('Level 2 > Level 3a: http://localhost/level-1/level-2/level-3a/');
    expect(menus['testing-menu']).to.include('Categories > Markup: http://localhost/category/markup/');
    expect(JSON.stringify(menus)).to.not.include('nothing');
  });

  it('brings in the same where all ids are taken', async function () {
    this.timeout(120_000);
    const taken = await open();
    const posts = taken.generation.services.get('spec', PostStore);
    // Ids of a menu item, of pages that items lead to, and of an item above others.
    for (const id of [1100, 1101, 1637, 2, 155, 703]) await posts.insert({ title: `Taken ${id}`, importId: id });
    await bring(taken, FILE);
    expect(await menusOf(taken)).to.deep.equal(await menusOf(sites[0]!));
  });

  it('adds nothing when the file is imported again', async function () {
    this.timeout(120_000);
    const lines = await bring(sites[0]!, FILE);
    expect(lines).to.deep.equal(['Success: imported 0 items, 0 terms and 0 authors.', '180 items were there already.']);
  });

  it('is that of an export, whose export is equal', async function () {
    this.timeout(120_000);
    const target = await open();
    const file = await exported(sites[0]!);
    await bring(target, file.path);
    expect(await menusOf(target)).to.deep.equal(await menusOf(sites[0]!));
    expect((await exported(target)).items).to.deep.equal(file.items);
  });

  /** Exports the menus of a site with what they lead to; answers with the file, and with its items. */
  async function exported({ generation }: FullSite) {
    const dir = await mkdtemp(join(folder, 'out-'));
    await runCommand(generation, 'export', {}, { dir });
    const [name = ''] = await readdir(dir);
    const text = await readFile(join(dir, name), 'utf8');
    const items = text.split('<item>').filter((item) => item.includes('<wp:post_type><![CDATA[nav_menu_item'));
    return { path: join(dir, name), items };
  }
});
