import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { definePlugin } from '../../core/index.ts';
import comments, { CommentStore } from '../../plugins/comments/index.ts';
import menus from '../../plugins/menus/index.ts';
import revisions from '../../plugins/revisions/index.ts';
import themes from '../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../support/content-site.ts';

/** How many things go at once, and how long each takes: together longer than a tap may. */
const [MANY, EACH, TAP_TIMEOUT] = [8, 20, 80];

/** The ids of the comments of whose deletion plugins were told. */
const told: number[] = [];

const slow = definePlugin({
  name: 'slow',
  version: '1.0.0',
  description: 'Takes a while over each thing that is deleted.',
  setup({ hooks }) {
    hooks.action('deleted_post').tapPromise('slow', () => sleep(EACH));
    hooks.action('deleted_comment').tapPromise('slow', async (id) => {
      await sleep(EACH);
      told.push(id);
    });
  },
});

describe('what goes with something that is removed goes wholly, however long it takes:', () => {
  let site: ContentSite;

  before(async () => {
    const options = { revisions: { keep: 1 } };
    const more = [themes, menus, revisions, comments, slow];
    site = await buildContentSite(more, { tapTimeout: TAP_TIMEOUT, options });
  });
  after(() => site.generation.dispose());

  const times = (make: () => Promise<unknown>) => Promise.all(Array.from({ length: MANY }, make));
  const left = async (type: string) =>
    (await site.posts.query({ types: [type], statuses: ['any', 'inherit', 'publish'], perPage: -1 })).ids.length;

  it('the items of a menu', async () => {
    const menu = await site.terms.create('nav_menu', 'Main');
    await times(async () => {
      const { id } = await site.publish({ type: 'nav_menu_item', title: 'Item' });
      await site.terms.setObjectTerms(id, 'nav_menu', [menu.id]);
    });
    expect(await left('nav_menu_item')).to.equal(MANY);
    await site.terms.delete(menu.id, 'nav_menu');
    expect(await left('nav_menu_item')).to.equal(0);
  });

  it('the revisions that are more than are kept now', async () => {
    const { id } = await site.publish({ title: 'Revised' });
    const name = `${id}-revision-v1`;
    await times(() => site.posts.insert({ type: 'revision', status: 'inherit', parent: id, name, title: 'Revised' }));
    await site.posts.update(id, { title: 'Once more' });
    expect(await left('revision')).to.equal(1);
  });

  it('the comments of an item, where plugins are told of each', async () => {
    const { id } = await site.publish({ title: 'Discussed' });
    const store = site.generation.services.get('spec', CommentStore);
    await times(() => store.insert({ post: id, content: 'One' }));
    await site.posts.delete(id);
    expect(told).to.have.lengthOf(MANY);
  });
});
