import { expect } from 'chai';
import avatars from '../../../plugins/avatars/index.ts';
import { BlockTypes } from '../../../plugins/content-rendering/index.ts';
import dynamicBlocks from '../../../plugins/dynamic-blocks/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { harmIn } from '../formatting/harm.ts';
import { HOSTILE } from '../formatting/hostile.ts';
import { renderBlock } from './render-block.ts';

/** The elements that blocks write beside those of contents, and styles that name presets of the theme. */
const OWN = /^(?:element (?:time|form|input|select|option|svg|circle|path)|style=[a-z-]+:var\(--[a-z\d-]+\);)$/;

const harmOf = (markup: string): string[] => harmIn(markup).filter((harm) => !OWN.test(harm));

describe('dynamic blocks with hostile texts', () => {
  let site: ContentSite;

  before(async () => {
    site = await buildContentSite([dynamicBlocks, avatars]);
    // Stored unchanged, as by a user who may write unfiltered markup, or by another system.
    for (const [index, text] of HOSTILE.entries()) {
      const author = await site.database.insert('users', { user_nicename: `w${index}`, display_name: text });
      const { id } = await site.publish({ title: text, content: text, excerpt: text, author });
      await site.database.insert('comments', {
        comment_post_ID: id,
        comment_approved: '1',
        comment_author: text,
        comment_author_url: text,
        comment_content: text,
      });
      const term_id = await site.database.insert('terms', { name: text, slug: `t${index}` });
      const taxonomy = index % 2 === 0 ? 'category' : 'post_tag';
      await site.database.insert('term_taxonomy', { term_id, taxonomy, count: 1 });
    }
  });
  after(() => site.generation.dispose());

  const shown: [name: string, attributes: Record<string, unknown>][] = [
    ['latest-posts', { postsToShow: 100, displayAuthor: true, displayPostContent: true }],
    ['latest-posts', { postsToShow: 100, displayAuthor: true, displayPostContent: true, order: 'asc' }],
    ['latest-posts', { postsToShow: 100, displayPostContent: true, displayPostContentRadio: 'full_post' }],
    ['archives', { type: 'postbypost' }],
    ['categories', { showPostCounts: true }],
    ['tag-cloud', { numberOfTags: 100, showTagCounts: true }],
    ['latest-comments', { commentsToShow: 100 }],
  ];
  for (const [name, attributes] of shown) {
    it(`no script survives in ${name} ${JSON.stringify(attributes)}`, async () => {
      const markup = await renderBlock(site, name, attributes);
      expect(markup.length).to.be.above(5000);
      expect(harmOf(markup)).to.eql([]);
    });
  }

  it('no script survives in the attributes of any block', async () => {
    for (const text of HOSTILE) {
      for (const { name, attributes = {} } of site.generation.services.get('spec', BlockTypes).list()) {
        const texts = Object.keys(attributes).filter((attribute) => attributes[attribute]!.type === 'string');
        const given = { ...Object.fromEntries(texts.map((attribute) => [attribute, text])), query: { [text]: text } };
        const markup = await renderBlock(site, name.slice('core/'.length), { ...given, postsToShow: 1 });
        expect(harmOf(markup), `${name} ${text}`).to.eql([]);
      }
    }
  });
});
