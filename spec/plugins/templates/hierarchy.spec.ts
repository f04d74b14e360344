import { expect } from 'chai';
import { templateHierarchy } from '../../../plugins/templates/hierarchy.ts';

const WORDS = { types: ['post', 'book'], taxonomies: ['category', 'genre'] };

describe('the hierarchy of templates', () => {
  const cases: [slug: string, hierarchy: string, options?: { isCustom?: boolean; prefix?: string }][] = [
    ['index', 'index'],
    ['front-page', 'front-page home index'],
    ['404', '404 index'],
    ['search', 'search index'],
    ['page', 'page singular index'],
    ['page-about', 'page-about page singular index'],
    ['wide', 'page singular index', { isCustom: true }],
    ['single', 'single singular index'],
    ['single-post', 'single-post single singular index'],
    ['single-book-dune', 'single-book-dune single-book single singular index'],
    ['attachment', 'attachment single singular index'],
    ['category', 'category archive index'],
    ['category-news', 'category-news category archive index'],
    ['tag-red', 'tag-red tag archive index'],
    ['author-ann', 'author-ann author archive index'],
    ['date', 'date archive index'],
    ['taxonomy-genre', 'taxonomy-genre taxonomy archive index'],
    ['taxonomy-genre-crime', 'taxonomy-genre-crime taxonomy-genre taxonomy archive index'],
    ['archive-book', 'archive-book archive index'],
    [
      'taxonomy-genre-crime',
      'taxonomy-genre-crime taxonomy-genre taxonomy archive index',
      { prefix: 'taxonomy-genre' },
    ],
  ];

  for (const [slug, hierarchy, { isCustom = false, prefix = '' } = {}] of cases) {
    it(`of ${slug}${isCustom ? ', which an item chose,' : ''} is ${hierarchy}`, () => {
      expect(templateHierarchy(slug, isCustom, prefix, WORDS).join(' ')).to.equal(hierarchy);
    });
  }
});
