import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import avatars from '../../../plugins/avatars/index.ts';
import { BlockTypes } from '../../../plugins/content-rendering/index.ts';
import dynamicBlocks from '../../../plugins/dynamic-blocks/index.ts';
import { AttachmentImages } from '../../../plugins/media/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { renderBlock } from './render-block.ts';

/** Has one picture, 900, in place of the plugin of uploads. */
const files = definePlugin({
  name: 'media',
  version: '1.0.0',
  description: 'Files of a spec.',
  setup: ({ provide }) =>
    provide(AttachmentImages, {
      load: async (id: number) => (id === 900 ? { id } : null),
      element: (_image: unknown, size: string, attributes: object) => `<img ${size} ${JSON.stringify(attributes)}>`,
    } as unknown as AttachmentImages),
});

describeOnDatabases('dynamic blocks', (freshDatabase) => {
  let site: ContentSite;
  let first: number;
  let second: number;
  let category: number;
  let author: number;

  const render = (name: string, attributes?: Record<string, unknown>) => renderBlock(site, name, attributes);
  const titles = (markup: string): string[] => [...markup.matchAll(/<a[^>]*>([^<]*)<\/a>/g)].map(([, text]) => text!);
  const comment = (post: number, more: object = {}) =>
    site.database.insert('comments', {
      comment_post_ID: post,
      comment_approved: '1',
      comment_author: 'Reader',
      comment_date: '2026-02-03 04:05:06',
      comment_date_gmt: '2026-02-03 04:05:06',
      comment_content: 'Well said',
      ...more,
    });

  before(async () => {
    site = await buildContentSite([dynamicBlocks, avatars, files], {
      options: { database: { url: await freshDatabase({ again: true }) } },
    });
    const { services } = site.generation;
    const users = services.get('spec', UserStore);
    const writer = { login: 'ann', email: 'ann@example.org', password: 'x', displayName: 'Ann O' };
    author = (await users.create({ ...writer, roles: ['author'] })).id;
    category = (await site.terms.create('category', 'News & views')).id;
    const below = (await site.terms.create('category', 'Below', { parent: category })).id;
    await site.terms.create('category', 'Empty');
    const text = 'one two three four';
    first = (await site.publish({ title: 'First', date: '2025-12-30 10:00:00', content: text, author })).id;
    second = (await site.publish({ title: 'Second', date: '2026-03-02 10:00:00', categories: [below] })).id;
    await site.publish({ title: 'Locked', date: '2026-03-03 10:00:00', content: 'hidden words', password: 'key' });
    await site.publish({ title: 'A page', type: 'page', date: '2026-03-04 10:00:00' });
    await site.publish({ title: 'A draft', status: 'draft' });
    await site.publish({ title: 'A private one', status: 'private' });
    const tags = await Promise.all(['Often', 'once'].map((name) => site.terms.create('post_tag', name)));
    await site.terms.setObjectTerms(first, 'post_tag', [tags[0]!.id]);
    await site.terms.setObjectTerms(second, 'post_tag', [tags[0]!.id, tags[1]!.id]);
    await services.get('spec', MetaStore).set('post', second, '_thumbnail_id', 900);
  });
  after(() => site.generation.dispose());

  it('are registered with schemas of their attributes', () => {
    const types = site.generation.services.get('spec', BlockTypes).list();
    expect(types.map(({ name }) => name)).to.eql(
      [
        'archives',
        'block',
        'calendar',
        'categories',
        'latest-comments',
        'latest-posts',
        'search',
        'shortcode',
        'tag-cloud',
      ].map((name) => `core/${name}`),
    );
    for (const { name, attributes } of types) expect(attributes, name).to.include.keys('lock');
  });

  it('bear their own classes and those that they are given', async () => {
    for (const name of [
      'archives',
      'calendar',
      'categories',
      'latest-comments',
      'latest-posts',
      'search',
      'tag-cloud',
    ]) {
      const markup = await render(name, { align: 'wide', className: 'one "two"' });
      expect(markup, name).to.match(
        new RegExp(`^<[a-z]+[^>]* class="[^"]*alignwide one &quot;two&quot;( cms-block-${name})?"`),
      );
    }
  });

  describe('latest-posts', () => {
    it('shows the newest published posts for everybody', async () => {
      expect(titles(await render('latest-posts'))).to.eql(['Protected: Locked', 'Second', 'First']);
      expect(await render('latest-posts')).to.contain('href="http://localhost/2026/03/02/second/"');
    });

    it('shows the requested number, at least one, in the requested order', async () => {
      expect(titles(await render('latest-posts', { postsToShow: 2 }))).to.eql(['Protected: Locked', 'Second']);
      expect(titles(await render('latest-posts', { postsToShow: -5 }))).to.eql(['Protected: Locked']);
      expect(titles(await render('latest-posts', { orderBy: 'title', order: 'asc' }))).to.eql([
        'First',
        'Protected: Locked',
        'Second',
      ]);
    });

    it('chooses by category, those below among it, and by author', async () => {
      for (const categories of [[{ id: category }], [category]]) {
        expect(titles(await render('latest-posts', { categories }))).to.eql(['Second']);
      }
      expect(titles(await render('latest-posts', { selectedAuthor: author }))).to.eql(['First']);
    });

    it('shows author, date and text by its attributes', async () => {
      const markup = await render('latest-posts', {
        displayAuthor: true,
        displayPostDate: true,
        displayPostContent: true,
        excerptLength: 2,
        selectedAuthor: author,
      });
      expect(markup).to.contain('<div class="cms-block-latest-posts__post-author">by Ann O</div>');
      expect(markup).to.contain('<time datetime="2025-12-30T10:00:00+00:00"').and.contain('>December 30, 2025</time>');
      expect(markup).to.contain('post-excerpt">one two [&hellip;]</div>');
      const full = await render('latest-posts', { displayPostContent: true, displayPostContentRadio: 'full_post' });
      expect(full).to.contain('post-full-content">one two three four</div>');
    });

    it('keeps the text of an item with a password to itself', async () => {
      for (const displayPostContentRadio of ['excerpt', 'full_post']) {
        const markup = await render('latest-posts', { displayPostContent: true, displayPostContentRadio });
        expect(markup).to.contain('password protected').and.not.contain('hidden words');
      }
    });

    it('shows pictures in a size, within limits, and links them', async () => {
      const markup = await render('latest-posts', {
        displayFeaturedImage: true,
        featuredImageSizeSlug: 'medium',
        featuredImageSizeWidth: 80,
        featuredImageAlign: 'left',
        addLinkToFeaturedImage: true,
      });
      const own = { class: 'attachment-medium size-medium cms-post-image', style: 'max-width:80px;' };
      expect(markup).to.contain(
        '<div class="cms-block-latest-posts__featured-image alignleft"><a href="http://localhost/2026/03/02/second/" ' +
          `aria-label="Second"><img medium ${JSON.stringify(own)}></a></div>`,
      );
      const other = await render('latest-posts', { displayFeaturedImage: true, featuredImageSizeSlug: '"><b>' });
      expect(other).to.contain('<img b {').and.not.to.contain('<b>');
    });

    it('costs a number of statements that does not grow with the number of posts', async () => {
      const cost = async () => {
        const before = site.database.statements.count;
        await render('latest-posts', { postsToShow: 50, displayAuthor: true, displayFeaturedImage: true });
        return site.database.statements.count - before;
      };
      const more: number[] = [];
      const publish = async () =>
        void more.push((await site.publish({ title: 'More', author, metaInput: { _thumbnail_id: 900 } })).id);
      // Each time after a write, when nothing is known by having been read before.
      await publish();
      const few = await cost();
      for (let number = 0; number < 5; number++) await publish();
      expect(await cost()).to.equal(few);
      for (const id of more) await site.posts.delete(id);
    });
  });

  describe('archives', () => {
    it('lists months with posts, newest first, with their numbers if requested', async () => {
      expect(titles(await render('archives'))).to.eql(['March 2026', 'December 2025']);
      expect(await render('archives', { showPostCounts: true })).to.contain(
        "<li><a href='http://localhost/2026/03/'>March 2026</a>&nbsp;(2)</li>",
      );
    });

    it('lists other periods and single posts', async () => {
      const list = async (type: string) => titles(await render('archives', { type }));
      expect(await list('yearly')).to.eql(['2026', '2025']);
      expect(await list('daily')).to.eql(['March 3, 2026', 'March 2, 2026', 'December 30, 2025']);
      expect(await list('weekly')).to.eql([
        'March 2, 2026&#8211;March 8, 2026',
        'December 29, 2025&#8211;January 4, 2026',
      ]);
      expect(await list('postbypost')).to.eql(['Locked', 'Second', 'First']);
    });

    it('are a form to choose from as a drop-down, which needs no script', async () => {
      const markup = await render('archives', { displayAsDropdown: true, showPostCounts: true });
      expect(markup).to.contain('<form method="get" action="http://localhost/"><label for="cms-block-archives-1"');
      expect(markup).to.contain("<select name='archive-dropdown' id='cms-block-archives-1' required>");
      expect(markup).to.contain('<option value="">Select Month</option>');
      expect(markup).to.contain("<option value='http://localhost/2025/12/'> December 2025 &nbsp;(1)</option>");
    });

    it('links by query where addresses are plain', async () => {
      await site.options.set('permalink_structure', '');
      expect(await render('archives')).to.contain("href='http://localhost/?m=202603'");
      await site.options.set('permalink_structure', '/blog/%post_id%');
      expect(await render('archives')).to.contain("href='http://localhost/blog/date/2026/03'");
      await site.options.set('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
    });
  });

  describe('categories', () => {
    it('lists used categories by name', async () => {
      expect(titles(await render('categories'))).to.eql(['Below', 'Uncategorized']);
      expect(await render('categories', { showPostCounts: true })).to.contain('Below</a> (1)\n</li>');
    });

    it('nests them, those above used ones among them', async () => {
      const markup = await render('categories', { showHierarchy: true });
      expect(markup).to.contain(
        `cat-item-${category}"><a href="http://localhost/category/news-views/">News &amp; views`,
      );
      expect(markup).to.match(
        /<ul class='children'>\s*<li class="cat-item cat-item-\d+"><a [^>]*>Below<\/a>\s*<\/li>\s*<\/ul>/,
      );
    });

    it('are a form to choose from as a drop-down, those below others further in', async () => {
      const markup = await render('categories', { displayAsDropdown: true, showHierarchy: true });
      expect(markup).to.contain('<form method="get" action="http://localhost/">').and.contain("<select name='cat' id=");
      expect(markup).to.match(/<option class="level-1" value="\d+">&nbsp;&nbsp;&nbsp;Below<\/option>/);
    });

    it('shows empty ones, or those at the top alone, if requested', async () => {
      expect(titles(await render('categories', { showEmpty: true }))).to.eql([
        'Below',
        'Empty',
        'News &amp; views',
        'Uncategorized',
      ]);
      const top = titles(await render('categories', { showEmpty: true, showOnlyTopLevel: true }));
      expect(top).to.include('Empty').and.not.include('Below');
    });
  });

  describe('tag-cloud', () => {
    it('shows used terms by name, the larger the more they are used', async () => {
      const markup = await render('tag-cloud', { showTagCounts: true });
      expect(markup).to.match(/font-size: 22pt;" aria-label="Often \(2 items\)">Often<span[^>]*> \(2\)<\/span><\/a>/);
      expect(markup).to.match(/font-size: 8pt;" aria-label="once \(1 item\)">once/);
      expect(markup.indexOf('Often')).to.be.below(markup.indexOf('once'));
    });

    it('shows the requested number of the most used ones', async () => {
      expect(titles(await render('tag-cloud', { numberOfTags: 1 }))).to.eql(['Often']);
    });

    it('takes sizes with a unit, and no other text for a size', async () => {
      expect(await render('tag-cloud', { smallestFontSize: '1.5EM', largestFontSize: '3em' })).to.contain(
        'size: 1.5em;',
      );
      const hostile = await render('tag-cloud', { smallestFontSize: '1px;background:url(x)' });
      expect(hostile).to.contain('size: 8pt;').and.not.contain('url');
    });

    it('shows no terms of a taxonomy that is not there or not for everybody', async () => {
      for (const taxonomy of ['nothing', 'constructor', '']) {
        expect(await render('tag-cloud', { taxonomy })).to.contain('no terms');
      }
    });
  });

  describe('latest-comments', () => {
    before(async () => {
      await comment(first, { comment_author_url: 'https://reader.example/', comment_author_email: 'r@example.org' });
      await comment(second, { comment_content: 'word '.repeat(30), comment_date_gmt: '2026-02-04 00:00:00' });
    });

    it('shows the newest approved comments, with their authors and items', async () => {
      const markup = await render('latest-comments');
      expect(markup.match(/<li /g)).to.have.length(2);
      expect(markup).to.match(/<a class="[^"]*comment-author" href="https:\/\/reader.example\/">Reader/);
      expect(markup).to.match(
        /on <a class="[^"]*comment-link" href="http:\/\/localhost\/2025\/12\/30\/first\/#comment-\d+">First/,
      );
      expect(markup).to.contain('>February 3, 2026</time>').and.contain('<p>Well said</p>').and.contain('/avatar/');
      expect(markup).to.contain(`<p>${Array(20).fill('word').join(' ')}&hellip;</p>`);
    });

    it('leaves out avatar, date and excerpt if requested', async () => {
      const markup = await render('latest-comments', {
        displayAvatar: false,
        displayDate: false,
        displayExcerpt: false,
        commentsToShow: 1,
      });
      expect(markup).to.not.match(/<img|<time|<p>/);
      expect(markup.match(/<li /g)).to.have.length(1);
    });

    it('shows none that not everybody may see', async () => {
      const find = async (slug: string) => (await site.posts.query({ statuses: ['any'], slugs: [slug] })).ids[0]!;
      const hidden = { comment_author: 'Hidden', comment_date_gmt: '2026-02-05 00:00:00' };
      await comment(first, { ...hidden, comment_approved: '0' });
      await comment(first, { ...hidden, comment_approved: 'spam' });
      await comment(first, { ...hidden, comment_type: 'order_note' });
      await comment(await find('locked'), hidden);
      const draft = await site.posts.insert({ title: 'Soon', status: 'draft' });
      await comment(draft.id, hidden);
      await comment(99_999, hidden);
      expect(await render('latest-comments')).to.not.contain('Hidden');
    });
  });

  describe('search', () => {
    it('is a form that asks the site', async () => {
      const markup = await render('search', { placeholder: 'What?', label: 'Find <em>it</em>', query: { cat: 3 } });
      expect(markup).to.match(/^<form role="search" method="get" action="http:\/\/localhost\/"/);
      expect(markup).to.contain('>Find <em>it</em></label>').and.contain('placeholder="What?"');
      expect(markup).to.contain('<input type="hidden" name="cat" value="3" />').and.contain('>Search</button>');
    });

    it('hides label and button, and gives unlabelled elements accessible names', async () => {
      const markup = await render('search', { showLabel: false, label: 'Find', buttonPosition: 'no-button' });
      expect(markup)
        .to.contain('screen-reader-text">Find</label>')
        .and.not.match(/<button/);
      expect(await render('search', { buttonUseIcon: true, buttonText: 'Go' })).to.contain('aria-label="Go"><svg');
    });

    it('gives colours to the button, borders to the field and letters to all parts', async () => {
      const markup = await render('search', { backgroundColor: 'black', borderColor: 'red', fontSize: 'large' });
      expect(markup).to.match(/<label [^>]* class="cms-block-search__label has-large-font-size"/);
      expect(markup).to.match(/<input [^>]* class="[^"]*has-border-color has-red-border-color has-large-font-size"/);
      expect(markup).to.match(/<button [^>]* class="[^"]*has-background has-black-background-color/);
      expect(markup).to.match(
        /^<form [^>]*class="cms-block-search__button-outside cms-block-search__text-button cms-block-search">/,
      );
    });

    it('takes a width', async () => {
      expect(await render('search', { width: 50, widthUnit: '%' })).to.contain('style="width: 50%"');
    });
  });

  describe('calendar', () => {
    it('shows the present month from the first day of the week, with links to days with posts', async () => {
      const markup = await render('calendar');
      expect(markup).to.contain('<caption>March 2026</caption>');
      expect(markup).to.contain('<th scope="col" aria-label="Monday">M</th>').and.contain('<td class="today">14</td>');
      expect(markup).to.contain('<a href="http://localhost/2026/03/02/" aria-label="Posts of March 2, 2026">2</a>');
      // March 2026 begins on a Sunday.
      expect(markup).to.contain(`<tbody><tr>${'<td>&nbsp;</td>'.repeat(6)}<td>1</td></tr>`);
      expect(markup).to.contain('<a href="http://localhost/2025/12/">&laquo; December 2025</a>');
      expect(markup).to.contain('calendar-nav-next">&nbsp;</span>');
    });

    it('begins weeks as the site does', async () => {
      await site.options.set('start_of_week', 0);
      expect(await render('calendar')).to.contain('<tbody><tr><td>1</td><td><a');
      await site.options.set('start_of_week', 1);
    });

    it('shows the month that its attributes name, February of leap years to its end', async () => {
      const markup = await render('calendar', { year: 2024, month: 2 });
      expect(markup).to.contain('<caption>February 2024</caption>').and.contain('<td>29</td>').and.not.contain('>30<');
      expect(await render('calendar', { year: 2024, month: 13 })).to.contain('March 2026');
    });
  });
});
