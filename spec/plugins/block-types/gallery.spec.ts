import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Parser } from 'htmlparser2';
import { RequestContext } from '../../../core/index.ts';
import { BlockPatterns } from '../../../plugins/block-patterns/index.ts';
import { CommentStore } from '../../../plugins/comments/index.ts';
import { blockDelimiters, Renderer } from '../../../plugins/content-rendering/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { Options } from '../../../plugins/options/index.ts';
import { Permalinks, type Post, PostStore } from '../../../plugins/posts/index.ts';
import { TermStore } from '../../../plugins/terms/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { type GalleryEntry, hasBlockLibrary, readGallery } from '../../support/gallery/gallery.ts';

const PAGE = readFileSync(new URL('../../../docs/blocks.md', import.meta.url), 'utf8');

/** What the documentation says is shown of each block. */
const SHOWN = new Map(
  [...PAGE.matchAll(/^\| `(core\/[a-z-]+)` +\|[^|]+\| ([a-z ]+?) +\|/gm)].map(([, name = '', shown = '']) => [
    name,
    shown,
  ]),
);

/** Blocks that plugins render and that have nothing to show on the page of an item, and why. */
const EMPTY: Readonly<Record<string, string>> = {
  'core/comments-pagination': 'holds blocks, and is shown around those alone',
  'core/query-pagination': 'holds blocks, and is shown around those alone',
  'core/post-author-name': 'is a type with the option newer_blocks alone',
  'core/query-title': 'is the title of a list that a front end shows',
  'core/term-description': 'is the description of a term whose list a front end shows',
};

/** What the site has for blocks to refer to. */
interface Filled {
  readonly post: Post;
  readonly reusable: Post;
  /** The name of a pattern. */
  readonly pattern: string;
}

/** The attributes with which blocks refer to what the site has, by block. */
const attributesFor = ({ reusable, pattern }: Filled): Readonly<Record<string, object>> => ({
  'core/block': { ref: reusable.id },
  'core/pattern': { slug: pattern },
  'core/post-terms': { term: 'category' },
  'core/social-link': { url: 'https://example.org/me' },
});

/** The attributes of blocks around others: a list in pages, and one of nothing. */
const LIST = { queryId: 1, query: { perPage: 2, postType: 'post' } };
const NO_LIST = { queryId: 1, query: { perPage: 2, postType: 'post', search: 'zephyr' } };

/** A block as it is stored, with more attributes. */
function withAttributes(markup: string, more: object | undefined): string {
  const [first] = blockDelimiters(markup);
  if (more === undefined || first === undefined) return markup;
  const { name, attributes, type, end } = first;
  const all = JSON.stringify({ ...attributes, ...more });
  return `<!-- wp:${name.replace('core/', '')} ${all} ${type === 'void' ? '/' : ''}-->${markup.slice(end)}`;
}

/** A block within those that it has to stand in, with what it refers to. */
function placed(entry: GalleryEntry, parents: ReadonlyMap<string, string | undefined>, filled: Filled): string {
  const { block, within } = entry;
  const list = block === 'core/query-no-results' ? NO_LIST : LIST;
  if (block === 'core/shortcode')
    return '<!-- wp:shortcode -->[caption width="100"]Words[/caption]<!-- /wp:shortcode -->';
  let markup = withAttributes(entry.markup, attributesFor(filled)[block]);
  for (let name = within; name !== undefined; name = parents.get(name)) {
    const attributes = name === 'core/query' ? ` ${JSON.stringify(list)}` : '';
    const short = name.replace('core/', '');
    markup = `<!-- wp:${short}${attributes} -->${markup}<!-- /wp:${short} -->`;
  }
  return markup;
}

/** The markup of a text without the delimiters of blocks. */
function withoutDelimiters(text: string): string {
  let plain = '';
  let at = 0;
  for (const { start, end } of blockDelimiters(text)) {
    plain += text.slice(at, start);
    at = end;
  }
  return plain + text.slice(at);
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** The words that markup shows, the addresses in it, and the elements that nothing closes. */
function partsOf(markup: string): { words: Set<string>; addresses: Set<string>; open: string[] } {
  const words = new Set<string>();
  const addresses = new Set<string>();
  const open: string[] = [];
  let drawings = 0;
  const parser = new Parser({
    ontext(text) {
      for (const [word] of text.matchAll(/[\p{L}\d]{3,}/gu)) words.add(word);
    },
    onopentag(name, { src, href }) {
      if (name === 'svg') drawings++;
      for (const address of [src, href]) if (address) addresses.add(address);
    },
    onclosetag(name, isImplied) {
      if (name === 'svg') drawings--;
      // In a drawing, elements may close themselves.
      if (isImplied && drawings === 0 && !VOID.has(name)) open.push(name);
    },
  });
  parser.end(markup);
  return { words, addresses, open };
}

describe('every block of the editor’s package in every variation', () => {
  let site: FullSite;
  let gallery: readonly GalleryEntry[];
  const rendered = new Map<GalleryEntry, string>();

  if (!hasBlockLibrary) {
    it('skipped, for the package of the editor is not installed: npm run build:editor', function () {
      this.skip();
    });
    return;
  }

  before(async function () {
    this.timeout(120_000);
    site = await buildFullSite();
    gallery = await readGallery();
    const filled = await fill(site);
    const { post } = filled;
    const parents = new Map(gallery.map(({ block, within }) => [block, within]));
    const renderer = site.generation.services.get('spec', Renderer);
    const link = await site.generation.services.get('spec', Permalinks).forPost(post, new RequestContext());
    const url = `${new URL(link).pathname}?query-1-page=2&cpage=2`;
    for (const entry of gallery) {
      const http = { tls: false, serverName: 'x', remoteAddress: 'x', url, cookie: () => undefined };
      const request = new RequestContext({ http });
      rendered.set(entry, await renderer.content(placed(entry, parents, filled), post, { request }));
    }
  });
  after(() => site?.close());

  const faults = (find: (entry: GalleryEntry, markup: string) => readonly string[]): string[] =>
    [...rendered].flatMap(([entry, markup]) =>
      find(entry, markup).map((fault) => `${entry.block} ${entry.kind}: ${fault}`),
    );

  it('is one of those that the documentation names', () => {
    expect(gallery.length).to.be.greaterThan(300);
    expect([...new Set(gallery.map(({ block }) => block))].filter((name) => !SHOWN.has(name))).to.eql([]);
  });

  it('leaves no delimiter of a block, and no markup that is shown as text', () => {
    expect(
      faults((entry, markup) => [
        ...[...blockDelimiters(markup)].map(({ name }) => `a delimiter of ${name}`),
        ...(/&lt;\/?[a-z]/i.test(markup) && !/&lt;\/?[a-z]/i.test(entry.markup) ? ['markup as text'] : []),
        ...['[object ', 'undefined', 'NaN'].filter((fault) => markup.includes(fault) && !entry.markup.includes(fault)),
      ]),
    ).to.eql([]);
  });

  it('closes what it opens', () => {
    expect(faults((_, markup) => partsOf(markup).open)).to.eql([]);
  });

  it('shows the words and the addresses that the editor stored', () => {
    expect(
      faults(({ markup: stored }, markup) => {
        const own = partsOf(withoutDelimiters(stored));
        const shown = partsOf(markup);
        const lost = (all: ReadonlySet<string>, kept: ReadonlySet<string>) =>
          [...all].filter((each) => !kept.has(each));
        return [...lost(own.words, shown.words), ...lost(own.addresses, shown.addresses)];
      }),
    ).to.eql([]);
  });

  it('shows something wherever a plugin renders it', () => {
    const byBlock = new Map<string, string>();
    for (const [{ block }, markup] of rendered) byBlock.set(block, (byBlock.get(block) ?? '') + markup.trim());
    const empty = [...byBlock].filter(([name, markup]) => SHOWN.get(name) === 'rendered' && markup === '');
    expect(empty.map(([name]) => name).sort()).to.eql(Object.keys(EMPTY).sort());
    const isNothing = ({ block, within }: GalleryEntry) => within === undefined && SHOWN.get(block) === 'nothing';
    expect(faults((entry, markup) => (isNothing(entry) ? (markup.match(/\S+/g) ?? []) : []))).to.eql([]);
  });
});

/** Fills a site with what dynamic blocks show; the item is the one whose content the blocks stand in. */
async function fill({ generation, users }: FullSite): Promise<Filled> {
  const { services } = generation;
  const posts = services.get('spec', PostStore);
  const terms = services.get('spec', TermStore);
  const options = services.get('spec', Options);
  const author = users.author!.user.id;
  await services.get('spec', UserStore).update(author, { description: 'Writes much' });
  await options.set('blogdescription', 'Just another site');
  const publish = (input: object) => posts.insert({ status: 'publish', type: 'post', author, ...input });
  for (let at = 1; at <= 12; at++) {
    await publish({ title: `Item ${at}`, content: 'Some words', date: `2026-01-0${(at % 9) + 1} 03:04:05` });
  }
  const file = { type: 'attachment', status: 'inherit', title: 'Picture', mimeType: 'image/jpeg' };
  const image = await posts.insert({ ...file, guid: 'http://localhost/picture.jpg' });
  const meta = services.get('spec', MetaStore);
  await meta.set('post', image.id, '_wp_attached_file', '2026/01/picture.jpg');
  await meta.set('post', image.id, '_wp_attachment_metadata', {
    width: 900,
    height: 600,
    file: '2026/01/picture.jpg',
    sizes: {},
  });
  await options.set('site_logo', String(image.id));
  const post = await publish({ title: 'The item', excerpt: 'In short', content: 'Words', date: '2026-01-05 12:00:00' });
  await meta.set('post', post.id, '_thumbnail_id', String(image.id));
  const category = await terms.create('category', 'News', { description: 'What is new' });
  const tag = await terms.create('post_tag', 'Blue');
  await terms.setObjectTerms(post.id, 'category', [category.id]);
  await terms.setObjectTerms(post.id, 'post_tag', [tag.id]);
  const comments = services.get('spec', CommentStore);
  for (let at = 1; at <= 3; at++) {
    await comments.insert({ post: post.id, content: `Comment ${at}`, authorName: 'Ann', approved: '1' });
  }
  await options.set('page_comments', '1');
  await options.set('comments_per_page', '1');
  const reusable = await publish({ type: 'cms_block', title: 'Again', content: '<p>Used again</p>' });
  const pattern = { name: 'spec/pattern', title: 'Pattern', content: '<p>Of a pattern</p>' };
  services.get('spec', BlockPatterns).register(pattern);
  return { post: (await posts.byId(post.id))!, reusable, pattern: pattern.name };
}
