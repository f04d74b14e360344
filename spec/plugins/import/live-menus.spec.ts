import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { PASSWORD_VARIABLE } from '../../../plugins/import/live/credentials.ts';
import { MENU_ITEM_META } from '../../../plugins/menus/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serve.ts';

describe('tappet import of the menus of a running site', () => {
  let source: Host;
  let target: FullSite;
  let url: string;

  before(async function () {
    this.timeout(60_000);
    source = await createHost({
      database: 'sqlite::memory:',
      logLevel: 'silent',
      plugins: { disabled: ['default-content'] },
      options: { passwords: { cost: 10 } },
    });
    url = `${await source.listen(0, '127.0.0.1')}/cms-json`;
    target = await buildFullSite({ without: ['default-content'] });
    await fill();
  });
  after(async () => {
    delete process.env[PASSWORD_VARIABLE];
    await source.close();
    await target.close();
  });

  async function fill(): Promise<void> {
    const { services } = source.generation;
    const [posts, terms] = [services.get('spec', PostStore), services.get('spec', TermStore)];
    await services
      .get('spec', UserStore)
      .create({ login: 'admin', email: 'admin@example.org', password: 'x', roles: ['administrator'] });
    const command = 'user application-password create';
    const [secret] = await runCommand(source.generation, command, { user: 'admin', name: 'spec' }, { porcelain: true });
    process.env[PASSWORD_VARIABLE] = secret!;
    const post = await posts.insert({ title: 'Target', status: 'publish' });
    const topic = await terms.create('category', 'Topic');
    const menu = await terms.create('nav_menu', 'Main');
    const item = async (
      type: string,
      object: string,
      id: number,
      more: { parent?: number; classes?: string[] } = {},
    ) => {
      const made = await posts.insert({
        type: 'nav_menu_item',
        title: type === 'custom' ? 'Own & more' : '',
        content: type === 'custom' ? 'About' : ' ',
        status: 'publish',
        menuOrder: 3,
        metaInput: {
          [MENU_ITEM_META.type]: type,
          [MENU_ITEM_META.object]: object,
          [MENU_ITEM_META.objectId]: String(id),
          [MENU_ITEM_META.parent]: String(more.parent ?? 0),
          [MENU_ITEM_META.classes]: more.classes ?? [''],
          [MENU_ITEM_META.url]: type === 'custom' ? 'https://example.org/' : '',
        },
      });
      await terms.setObjectTerms(made.id, 'nav_menu', [menu.id]);
      return made.id;
    };
    const above = await item('custom', 'custom', 0, { classes: ['one', 'two'] });
    await item('post_type', 'post', post.id, { parent: above });
    await item('taxonomy', 'category', topic.id);
    // Ids of the source that are taken here.
    for (const importId of [post.id, above]) await storeOf(target).insert({ title: 'Taken', importId });
  }

  const storeOf = ({ generation }: FullSite) => generation.services.get('spec', PostStore);
  const bring = (flags: Record<string, string>) => runCommand(target.generation, 'import', { source: url }, flags);
  const items = async () =>
    (await serve(target.generation, 'GET', '/cms/v2/menu-items', { user: target.users.admin!.user })).json;

  it('leaves them out without a user who may read them, and says nothing of it', async () => {
    const lines = await bring({});
    expect(lines.join('\n')).to.not.include('menu');
    expect(await items()).to.deep.equal([]);
  });

  it('brings them in with a user who may, with what they lead to', async () => {
    await bring({ user: 'admin' });
    const [above, below, topic] = await items();
    expect(above).to.deep.include({
      type: 'custom',
      url: 'https://example.org/',
      object_id: above.id,
      classes: ['one', 'two'],
      description: 'About',
      menu_order: 3,
    });
    expect(above.title.rendered).to.equal('Own &#038; more');
    expect(below).to.deep.include({ type: 'post_type', parent: above.id, invalid: false });
    expect((await storeOf(target).byId(below.object_id))?.title).to.equal('Target');
    expect(topic).to.deep.include({ type: 'taxonomy', object: 'category', invalid: false });
    expect(new Set([above.menus, below.menus, topic.menus]).size).to.equal(1);
  });
});
