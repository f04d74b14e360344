import { expect } from 'chai';
import menus, { NavMenus } from '../../../plugins/menus/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serve.ts';

describe('the commands of menus', () => {
  let site: ContentSite;
  beforeEach(async () => {
    site = await buildContentSite([themes, menus]);
    site.generation.services.get('spec', NavMenus).register({ primary: 'At the top', footer: 'At the end' });
  });
  afterEach(() => site.generation.dispose());

  const run = async (
    command: string,
    args: Record<string, string> = {},
    flags: Record<string, string | boolean> = {},
  ) => (await runCommand(site.generation, command, args, flags)).flatMap((text) => text.split('\n'));
  const messageOf = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

  it('make, list and delete menus', async () => {
    const [id] = await run('menu create', { name: 'Main menu' }, { porcelain: true });
    expect(await run('menu list', {}, { format: 'csv' })).to.deep.equal([
      'term_id,name,slug,locations,count',
      `${id},Main menu,main-menu,,0`,
    ]);
    expect(await messageOf(run('menu create', { name: 'main menu' }))).to.equal('there is a menu "main menu" already');
    await run('menu delete', { menu: 'main-menu' });
    expect(await run('menu list', {}, { format: 'count' })).to.deep.equal(['0']);
    expect(await messageOf(run('menu delete', { menu: 'main-menu' }))).to.match(/^there is no menu "main-menu"/);
  });

  it('list the items of a menu, with those that visitors may not read', async () => {
    const [id] = await run('menu create', { name: 'Main' }, { porcelain: true });
    const hidden = await site.posts.insert({ title: 'Private', status: 'private' });
    const json = { type: 'post_type', object_id: hidden.id, menus: Number(id), status: 'draft' };
    await serve(site.generation, 'POST', '/cms/v2/menu-items', { user: site.as('administrator'), json });
    const flags = { format: 'csv', fields: 'type,title,position,status' };
    expect(await run('menu item list', { menu: 'Main' }, flags)).to.deep.equal([
      'type,title,position,status',
      'post_type,Private,1,draft',
    ]);
  });

  it('put a menu into registered locations, and take it out of them', async () => {
    await run('menu create', { name: 'Main' });
    for (const location of ['primary', 'footer']) await run('menu location assign', { menu: 'main', location });
    const flags = { format: 'csv', fields: 'name,locations' };
    expect(await run('menu list', {}, flags)).to.deep.equal(['name,locations', 'Main,"primary,footer"']);
    await run('menu location remove', { menu: 'main', location: 'primary' });
    expect(await run('menu list', {}, flags)).to.include('Main,footer');
    const again = run('menu location remove', { menu: 'main', location: 'primary' });
    expect(await messageOf(again)).to.equal('menu main is not in location primary');
    const unknown = run('menu location assign', { menu: 'main', location: 'nowhere' });
    expect(await messageOf(unknown)).to.match(/^there is no location "nowhere"/);
    expect(await run('menu location list', {}, { format: 'csv' })).to.include('footer,At the end');
  });
});
