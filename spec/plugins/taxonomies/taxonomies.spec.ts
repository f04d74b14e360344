import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin } from '../../../core/index.ts';
import contentTypes, { ContentTypes } from '../../../plugins/content-types/index.ts';
import taxonomiesPlugin, {
  defaultTermOption,
  formatOfSlug,
  slugOfFormat,
  Taxonomies,
} from '../../../plugins/taxonomies/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const shelves = definePlugin({
  name: 'shelves',
  version: '1.0.0',
  description: 'Sorts books.',
  requires: { taxonomies: '*', 'content-types': '*' },
  setup({ hooks, use }) {
    const [taxonomies, types] = [use(Taxonomies), use(ContentTypes)];
    hooks
      .filter('register_taxonomy_args')
      .tap('shelves', (args, name) => (name === 'post_tag' ? { ...args, description: 'changed' } : undefined));
    hooks.action('init').tap('shelves', () => {
      taxonomies.register('shelf', 'book', { show_in_rest: true, label: 'Shelves' });
      types.register('book', { show_in_rest: true, taxonomies: ['category'] });
    });
  },
});

describe('taxonomies', () => {
  let generation: Generation;
  let taxonomies: Taxonomies;

  before(async () => {
    generation = await buildTestGeneration([contentTypes, taxonomiesPlugin, shelves]);
    taxonomies = generation.services.get('spec', Taxonomies);
  });

  it('are those that name a type and those that a type names', async () => {
    expect(taxonomies.ofType('book').map(({ name }) => name)).to.eql(['category', 'shelf']);
    expect(taxonomies.typesOf(taxonomies.get('category')!)).to.eql(['post', 'book']);
    const { data } = await generation.server.dispatch('/cms/v2/types/book');
    expect(data).to.deep.include({ taxonomies: ['category', 'shelf'] });
  });

  it('can be changed by plugins before they are registered', () => {
    expect(taxonomies.get('post_tag')?.description).to.equal('changed');
  });

  it('are managed with the capabilities of categories when nothing is said', () => {
    expect(taxonomies.get('shelf')?.cap).to.eql({
      manage_terms: 'manage_categories',
      edit_terms: 'manage_categories',
      delete_terms: 'manage_categories',
      assign_terms: 'edit_posts',
    });
  });

  it('hide labels that do not fit flat or hierarchical terms', () => {
    expect(taxonomies.get('category')?.labels).to.include({ popular_items: null, parent_item: 'Parent category' });
    expect(taxonomies.get('shelf')?.labels).to.include({ popular_items: 'Popular shelves', parent_item: null });
  });

  it('refuse a name that is no key', () => {
    for (const name of ['', 'Shelf', 'x'.repeat(33)])
      expect(() => taxonomies.register(name, 'post'), name).to.throw(TypeError);
  });

  it('store the id of their default term in an option', () => {
    expect(defaultTermOption('category')).to.equal('default_category');
    expect(defaultTermOption('shelf')).to.equal('default_term_shelf');
  });

  it('hold formats of posts as terms', () => {
    expect(formatOfSlug(slugOfFormat('aside'))).to.equal('aside');
    expect(formatOfSlug('post-format-constructor')).to.equal(undefined);
    // Terms that were imported from elsewhere may have the format alone for a slug.
    expect(formatOfSlug('aside')).to.equal('aside');
    expect(formatOfSlug('constructor')).to.equal(undefined);
  });
});
