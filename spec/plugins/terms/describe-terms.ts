import { expect } from 'chai';
import { definePlugin, isRestError, type RestError } from '../../../core/index.ts';
import { Taxonomies } from '../../../plugins/taxonomies/index.ts';
import type { Term, TermStore } from '../../../plugins/terms/index.ts';
import type { FreshDatabase } from '../../support/on-databases.ts';
import { buildTermSite, type TermSite } from './term-site.ts';

/** The error object that work fails with. */
async function errorOf(work: Promise<unknown>): Promise<RestError> {
  try {
    await work;
  } catch (error) {
    if (isRestError(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** A taxonomy of attachments. */
const fileKinds = definePlugin({
  name: 'file-kinds',
  version: '1.0.0',
  description: 'Sorts files by kind.',
  requires: { taxonomies: '*' },
  setup({ hooks, use }) {
    const taxonomies = use(Taxonomies);
    hooks.action('init').tap('file-kinds', () => void taxonomies.register('file_kind', 'attachment'));
  },
});

const names = (terms: readonly Term[]): string[] => terms.map((term) => term.name);

/** Describes what every store of terms does, on any database. */
export function describeTerms(freshDatabase: FreshDatabase): void {
  let site: TermSite;
  let store: TermStore;

  before(async () => {
    site = await buildTermSite(await freshDatabase({ again: true }), [fileKinds]);
    store = site.store;
  });
  after(() => site.generation.dispose());

  describe('making terms', () => {
    it('gives a term its slug by its name, and stores text escaped', async () => {
      const term = await store.create('post_tag', ' Salt & <b>pepper</b> ', {
        description: '<em>a</em><script>b</script>',
      });
      expect(term).to.include({
        name: 'Salt &amp; pepper',
        slug: 'salt-pepper',
        description: '<em>a</em>b',
        count: 0,
        parent: 0,
      });
      expect(await store.byId(term.id, 'post_tag')).to.eql(term);
      expect(await store.byId(term.id, 'category')).to.equal(null);
      expect(await store.bySlug('salt-pepper', 'post_tag')).to.eql(term);
      expect(await store.byName('SALT &amp; PEPPER', 'post_tag')).to.eql(term);
    });

    it('refuses a name that a term of the taxonomy or a sibling has', async () => {
      const flat = await store.create('post_tag', 'Twice');
      const taken = await errorOf(store.create('post_tag', 'twice'));
      expect(taken).to.include({ code: 'term_exists', status: 400 });
      expect(taken.data?.term_id).to.equal(flat.id);
      expect(taken.additionalData).to.eql([flat.id, flat.id]);
      const parent = await store.create('category', 'Above twice');
      const nested = await store.create('category', 'Twice nested', { parent: parent.id });
      const sibling = await errorOf(store.create('category', 'Twice nested', { parent: parent.id }));
      expect(sibling.data?.term_id).to.equal(nested.id);
    });

    it('refuses to change a term that is removed at the same time, and loses no other change of it', async () => {
      for (let round = 0; round < 8; round++) {
        const { id } = await store.create('post_tag', `Passing ${round}`);
        const changes = [{ name: `Named ${round}` }, { description: 'Told' }];
        const [named, told, removed] = await Promise.allSettled([
          ...changes.map((change) => store.update(id, 'post_tag', change)),
          store.delete(id, 'post_tag'),
        ]);
        for (const change of [named!, told!]) {
          if (change.status === 'rejected') expect(change.reason).to.have.property('code', 'invalid_term');
        }
        expect(removed!.status).to.equal('fulfilled');
        const kept = await store.create('post_tag', `Kept ${round}`);
        await Promise.all(changes.map((change) => store.update(kept.id, 'post_tag', change)));
        expect(await store.byId(kept.id, 'post_tag')).to.include({ name: `Named ${round}`, description: 'Told' });
        await store.delete(kept.id, 'post_tag');
      }
    });

    it('makes one term when many requests make the same name at once', async () => {
      const made = await Promise.allSettled(Array.from({ length: 8 }, () => store.create('post_tag', 'Race')));
      expect(made.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
      expect((await store.query({ taxonomy: 'post_tag', name: 'race' })).total).to.equal(1);
    });

    it('takes a name again under a slug of its own', async () => {
      await store.create('post_tag', 'Again');
      expect((await store.create('post_tag', 'Again', { slug: 'again-and-again' })).slug).to.equal('again-and-again');
      expect((await errorOf(store.create('post_tag', 'Again', { slug: 'again' }))).code).to.equal('term_exists');
    });

    it('numbers a slug that is taken, skipping numbers that are taken', async () => {
      await store.create('post_tag', 'Number', { slug: 'number' });
      await store.create('post_tag', 'Number two', { slug: 'number-2' });
      expect((await store.create('post_tag', 'Number three', { slug: 'number' })).slug).to.equal('number-3');
    });

    it('leaves a slug as it is when only another taxonomy has it', async () => {
      await store.create('post_tag', 'Shared');
      expect((await store.create('category', 'Shared')).slug).to.equal('shared');
    });

    it("adds the parents' slugs to a slug that is taken, until it is free", async () => {
      const one = await store.create('category', 'Outer');
      const two = await store.create('category', 'Middle', { parent: one.id });
      await store.create('category', 'Inner');
      expect((await store.create('category', 'Inner', { parent: two.id })).slug).to.equal('inner-middle');
      const other = await store.create('category', 'Middle', { parent: two.id });
      expect(other.slug).to.equal('middle-middle');
      expect((await store.create('category', 'Inner', { parent: other.id })).slug).to.equal('inner-middle-middle');
    });

    it('takes the id for a slug when the name leaves none', async () => {
      const term = await store.create('post_tag', '???');
      expect((await store.byId(term.id))?.slug).to.equal(String(term.id));
    });

    it('keeps slugs within 200 characters', async () => {
      const long = 'x'.repeat(200);
      await store.create('post_tag', 'Long one', { slug: long });
      const second = await store.create('post_tag', 'Long two', { slug: long });
      expect(second.slug.length).to.be.at.most(200);
      expect(second.slug).to.match(/^x+-2$/);
    });

    it('refuses an empty name, a parent that is not there and a taxonomy that is not there', async () => {
      expect(await errorOf(store.create('post_tag', '<b></b> '))).to.include({
        code: 'empty_term_name',
        status: 500,
        data: null,
      });
      for (const [taxonomy, name, parent, code, status] of [
        ['category', 'Lost', 99999999, 'missing_parent', 400],
        ['nothing', 'Lost', 0, 'invalid_taxonomy', 404],
        ['post_tag', 'x'.repeat(201), 0, 'db_insert_error', 400],
      ] as const) {
        expect(await errorOf(store.create(taxonomy, name, { parent }))).to.include({ code, status });
      }
    });
  });

  describe('changing terms', () => {
    it('changes what is given and keeps the rest', async () => {
      const term = await store.create('post_tag', 'R & D', { description: 'about' });
      const changed = await store.update(term.id, 'post_tag', { description: 'new' });
      expect(changed).to.eql({ ...term, description: 'new' });
      expect(await store.update(term.id, 'post_tag', { slug: '' })).to.include({ name: 'R &amp; D', slug: 'r-d' });
    });

    it('refuses a slug that another term has, and finds a free one for a term that moves', async () => {
      const above = await store.create('category', 'Movers');
      await store.create('category', 'Mover', { parent: above.id });
      const mover = await store.create('category', 'Mover', { slug: 'mover-second' });
      expect(await errorOf(store.update(mover.id, 'category', { slug: 'mover' }))).to.include({
        code: 'duplicate_term_slug',
        status: 500,
        data: null,
      });
      const moved = await store.update(mover.id, 'category', { slug: 'mover', parent: above.id });
      expect(moved).to.include({ slug: 'mover-movers', parent: above.id });
    });

    it('lets no term stand below itself', async () => {
      const one = await store.create('category', 'Circle one');
      const two = await store.create('category', 'Circle two', { parent: one.id });
      expect((await store.update(one.id, 'category', { parent: one.id })).parent).to.equal(0);
      expect((await store.update(one.id, 'category', { parent: two.id })).parent).to.equal(0);
    });
  });

  describe('items', () => {
    it('counts published items of the taxonomy alone', async () => {
      const tag = await store.create('post_tag', 'Counted');
      const items = [
        await site.addItem(),
        await site.addItem({ status: 'draft' }),
        await site.addItem({ type: 'page' }),
      ];
      for (const item of items) await store.setObjectTerms(item, 'post_tag', [tag.id, 99999999]);
      expect((await store.byId(tag.id))?.count).to.equal(1);
      await store.setObjectTerms(items[0]!, 'post_tag', []);
      expect((await store.byId(tag.id))?.count).to.equal(0);
    });

    it('replaces the terms of one taxonomy, or adds to them', async () => {
      const [one, two] = [await store.create('post_tag', 'Set one'), await store.create('post_tag', 'Set two')];
      const category = await store.create('category', 'Set category');
      const item = await site.addItem();
      await store.setObjectTerms(item, 'category', [category.id]);
      await store.setObjectTerms(item, 'post_tag', [two.id]);
      await store.setObjectTerms(item, 'post_tag', [one.id], true);
      const terms = async () => names((await store.ofObjects([item], ['post_tag', 'category'])).get(item)!);
      expect(await terms()).to.eql(['Set category', 'Set one', 'Set two']);
      await store.setObjectTerms(item, 'post_tag', [one.id]);
      expect(await terms()).to.eql(['Set category', 'Set one']);
      await store.removeObject(item);
      expect(await terms()).to.eql([]);
      expect((await store.byId(one.id))?.count).to.equal(0);
    });

    it('counts attachments as their item is published', async () => {
      const tag = await store.create('file_kind', 'Map');
      const items = [
        await site.addItem({ type: 'attachment', status: 'inherit', parent: await site.addItem() }),
        await site.addItem({
          type: 'attachment',
          status: 'inherit',
          parent: await site.addItem({ status: 'draft' }),
        }),
      ];
      for (const item of items) await store.setObjectTerms(item, 'file_kind', [tag.id]);
      expect((await store.byId(tag.id))?.count).to.equal(1);
    });

    it('finds the terms of many items in one statement', async () => {
      const tags = [await store.create('post_tag', 'Many b'), await store.create('post_tag', 'Many a')];
      const items = [await site.addItem(), await site.addItem(), await site.addItem()];
      for (const item of items.slice(0, 2))
        await store.setObjectTerms(
          item,
          'post_tag',
          tags.map((tag) => tag.id),
        );
      const before = site.database.statements.count;
      const found = await store.ofObjects(items, ['post_tag', 'category']);
      expect(site.database.statements.count - before).to.equal(1);
      expect(items.map((item) => names(found.get(item)!))).to.eql([['Many a', 'Many b'], ['Many a', 'Many b'], []]);
    });
  });

  describe('deleting terms', () => {
    it('moves children up, and takes the term from its items', async () => {
      const [one, item] = [await store.create('category', 'Gone above'), await site.addItem()];
      const two = await store.create('category', 'Gone', { parent: one.id });
      const three = await store.create('category', 'Stays', { parent: two.id });
      await store.setObjectTerms(item, 'category', [two.id, three.id]);
      expect(await store.delete(two.id, 'category')).to.equal(true);
      expect(await store.byId(two.id)).to.equal(null);
      expect((await store.byId(three.id))?.parent).to.equal(one.id);
      expect(names((await store.ofObjects([item], ['category'])).get(item)!)).to.eql(['Stays']);
      expect(await store.delete(two.id, 'category')).to.equal(false);
    });

    it('gives items that had no other category the default one, which cannot be deleted', async () => {
      const standard = store.defaultTermId('category');
      const [term, item] = [await store.create('category', 'Lonely'), await site.addItem()];
      await store.setObjectTerms(item, 'category', [term.id]);
      await store.delete(term.id, 'category');
      expect((await store.ofObjects([item], ['category'])).get(item)?.map(({ id }) => id)).to.eql([standard]);
      expect((await store.byId(standard))?.count).to.be.above(0);
      expect(await store.delete(standard, 'category')).to.equal(false);
    });
  });

  describe('finding terms', () => {
    const found = async (query: Parameters<TermStore['query']>[0]) => {
      const { terms, total } = await store.query(query);
      return [names(terms).map((name) => name.replace('Find ', '')), total];
    };
    let ids: number[];

    before(async () => {
      const make = async (name: string, parent = 0) => (await store.create('category', `Find ${name}`, { parent })).id;
      const top = await make('Top');
      const middle = await make('middle', top);
      ids = [top, middle, await make('Low', middle), await make('empty')];
      await store.setObjectTerms(await site.addItem(), 'category', [ids[2]!]);
    });

    it('orders by name without regard to case, and by the other orders either way', async () => {
      const include = ids;
      expect(await found({ taxonomy: 'category', include })).to.eql([['empty', 'Low', 'middle', 'Top'], 4]);
      expect(await found({ taxonomy: 'category', include, order: 'desc' })).to.eql([
        ['Top', 'middle', 'Low', 'empty'],
        4,
      ]);
      expect(await found({ taxonomy: 'category', include, orderby: 'id' })).to.eql([
        ['Top', 'middle', 'Low', 'empty'],
        4,
      ]);
      const order = [...ids].sort((a, b) => (b % 3) - (a % 3));
      const byInclude = (await store.query({ taxonomy: 'category', include: order, orderby: 'include' })).terms;
      expect(byInclude.map(({ id }) => id)).to.eql(order);
      expect(await found({ taxonomy: 'category', include, orderby: 'count', order: 'desc' })).to.eql([
        ['Low', 'Top', 'middle', 'empty'],
        4,
      ]);
      const slug = ['find-low', 'find-empty'];
      expect(await found({ taxonomy: 'category', slug, orderby: 'slug__in' })).to.eql([['Low', 'empty'], 2]);
    });

    it('orders and searches by name without regard to accents', async () => {
      const made = ['Zoé', 'Élan', 'Eland', 'Elam'].map((name) => store.create('post_tag', `Find ${name}`));
      const tagIds = (await Promise.all(made)).map(({ id }) => id);
      const tags = { taxonomy: 'post_tag', search: 'Find' };
      expect(await found(tags)).to.eql([['Elam', 'Élan', 'Eland', 'Zoé'], 4]);
      expect(await found({ ...tags, search: 'ELAN' })).to.eql([['Élan', 'Eland'], 2]);
      expect(await found({ ...tags, search: 'élam' })).to.eql([['Elam'], 1]);
      for (const id of tagIds) await store.delete(id, 'post_tag');
    });

    it('pages, and gives the total with any page', async () => {
      const page = (offset: number) => found({ taxonomy: 'category', include: ids, number: 3, offset });
      expect(await page(0)).to.eql([['empty', 'Low', 'middle'], 4]);
      expect(await page(3)).to.eql([['Top'], 4]);
      expect(await page(9)).to.eql([[], 4]);
    });

    it('keeps an empty term above a used one where empty ones are hidden, yet counts it not', async () => {
      expect(await found({ taxonomy: 'category', include: ids, hideEmpty: true })).to.eql([
        ['Low', 'middle', 'Top'],
        1,
      ]);
      expect(await found({ taxonomy: 'category', include: ids, hideEmpty: true, number: 1, offset: 1 })).to.eql([
        ['middle'],
        1,
      ]);
    });

    it('finds by parent, by search and without what is excluded, which include switches off', async () => {
      expect(await found({ taxonomy: 'category', parent: ids[0] })).to.eql([['middle'], 1]);
      expect(await found({ taxonomy: 'category', include: ids, parent: 0 })).to.eql([['empty', 'Top'], 2]);
      expect(await found({ taxonomy: 'category', search: 'FIND m' })).to.eql([['middle'], 1]);
      expect(await found({ taxonomy: 'category', search: 'find-t' })).to.eql([['Top'], 1]);
      expect(await found({ taxonomy: 'category', search: 'find%' })).to.eql([[], 0]);
      expect(await found({ taxonomy: 'category', search: 'find', exclude: [ids[0]!] })).to.eql([
        ['empty', 'Low', 'middle'],
        3,
      ]);
      expect(await found({ taxonomy: 'category', include: [ids[0]!], exclude: [ids[0]!] })).to.eql([['Top'], 1]);
    });

    it('finds terms of several taxonomies, one list of them all', async () => {
      await site.store.create('post_tag', 'Find new');
      const taxonomy = ['category', 'post_tag'];
      expect(await found({ taxonomy, search: 'find' })).to.eql([['empty', 'Low', 'middle', 'new', 'Top'], 5]);
      expect(await found({ taxonomy, search: 'find', number: 2, offset: 2 })).to.eql([['middle', 'new'], 5]);
    });
  });
}
