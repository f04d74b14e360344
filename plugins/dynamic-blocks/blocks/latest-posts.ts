import type { ArgumentSchema, RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeAttribute, escapeHtml, stripAllTags } from '../../../core/text/index.ts';
import { attrs, blockClass, safeDeclaration, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, EXCERPT_MORE, requestOf } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import { featuredImage } from '../../media/index.ts';
import { formatLocalDate } from '../../options/index.ts';
import type { Post, PostQuery } from '../../posts/index.ts';
import type { BlockDependencies } from '../dependencies.ts';
import { itemTitle } from '../item-title.ts';

type Attributes = Readonly<Record<string, unknown>>;

const flag: ArgumentSchema = { type: 'boolean', default: false };
const measure: ArgumentSchema = { type: ['number', 'null'], default: null };

const TYPE = {
  name: 'core/latest-posts',
  title: 'Latest posts',
  category: 'widgets',
  attributes: {
    categories: { type: 'array', items: { type: ['object', 'integer'] } },
    selectedAuthor: { type: 'number' },
    postsToShow: { type: 'number', default: 5 },
    displayPostContent: flag,
    displayPostContentRadio: { type: 'string', default: 'excerpt' },
    excerptLength: { type: 'number', default: 55 },
    displayAuthor: flag,
    displayPostDate: flag,
    postLayout: { type: 'string', default: 'list' },
    columns: { type: 'number', default: 3 },
    order: { type: 'string', default: 'desc' },
    orderBy: { type: 'string', default: 'date' },
    displayFeaturedImage: flag,
    featuredImageAlign: { type: 'string', enum: ['left', 'center', 'right'] },
    featuredImageSizeSlug: { type: 'string', default: 'thumbnail' },
    featuredImageSizeWidth: measure,
    featuredImageSizeHeight: measure,
    addLinkToFeaturedImage: flag,
  },
  supports: { align: true, html: false },
} as const satisfies BlockType;

/** The most items that a block shows, and the most words of an excerpt. */
const [MOST, MOST_WORDS] = [100, 1000];

/** The newest posts, with the parts that the attributes request. */
export const latestPosts = (dependencies: BlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, _block, context) {
    const request = requestOf(context);
    const { posts } = await dependencies.posts.query(queryOf(attributes));
    const items = await Promise.all(posts.map((post) => itemMarkup(dependencies, post, attributes, request)));
    const own = [
      blockClass(dependencies.site, 'latest-posts__list'),
      attributes.postLayout === 'grid' && `is-grid columns-${Number(attributes.columns)}`,
      attributes.displayPostDate === true && 'has-dates',
      attributes.displayAuthor === true && 'has-author',
    ];
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, { class: own.filter(Boolean).join(' ') });
    return `<ul${outer}>${items.join('')}</ul>`;
  },
});

function queryOf({ categories, selectedAuthor, postsToShow, order, orderBy }: Attributes): PostQuery {
  const ids = (Array.isArray(categories) ? categories : [])
    .map((category: unknown) => Number((category as { id?: unknown })?.id ?? category))
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  const author = Math.trunc(Number(selectedAuthor ?? 0));
  return {
    types: ['post'],
    statuses: ['publish'],
    perPage: Math.min(Math.max(Math.trunc(Number(postsToShow)), 1), MOST),
    order: order === 'asc' ? 'asc' : 'desc',
    orderBy: orderBy === 'title' ? 'title' : 'date',
    ...(author > 0 ? { authors: [author] } : {}),
    ...(ids.length > 0
      ? { terms: [{ taxonomy: 'category', terms: ids, operator: 'IN' as const, includeChildren: true }] }
      : {}),
  };
}

async function itemMarkup(
  dependencies: BlockDependencies,
  post: Post,
  attributes: Attributes,
  request: RequestContext,
): Promise<string> {
  const name = (part: string) => blockClass(dependencies.site, `latest-posts__${part}`);
  const href = cleanUrl(await dependencies.permalinks.forPost(post, request));
  const title = itemTitle(dependencies, post);
  const parts: string[] = [];
  if (attributes.displayFeaturedImage) {
    parts.push(
      await imageMarkup(dependencies, post, { href, title, name: name('featured-image') }, attributes, request),
    );
  }
  parts.push(`<a${attrs({ class: name('post-title'), href })}>${title}</a>`);
  if (attributes.displayAuthor) {
    const author = await dependencies.users.loader(request).load(post.author);
    if (author !== null)
      parts.push(`<div${attrs({ class: name('post-author') })}>by ${escapeHtml(author.displayName)}</div>`);
  }
  if (attributes.displayPostDate) {
    const zone = dependencies.clock.zone();
    const shown = formatLocalDate(post.date, String(dependencies.options.get('date_format', '')), zone);
    const time = attrs({ datetime: formatLocalDate(post.date, 'c', zone), class: name('post-date') });
    parts.push(`<time${time}>${escapeHtml(shown)}</time>`);
  }
  if (attributes.displayPostContent) parts.push(await textMarkup(dependencies, post, attributes, name, request));
  return `<li>${parts.join('')}</li>\n`;
}

/** The featured image of an item, within the measures that the attributes allow; empty for none. */
async function imageMarkup(
  { images, meta, site }: BlockDependencies,
  post: Post,
  { href, title, name }: { readonly href: string; readonly title: string; readonly name: string },
  attributes: Attributes,
  request: RequestContext,
): Promise<string> {
  const image = await featuredImage(post, { images, meta }, request);
  if (image === null) return '';
  const { featuredImageAlign: align, featuredImageSizeWidth: width, featuredImageSizeHeight: height } = attributes;
  const size = String(attributes.featuredImageSizeSlug).replace(/[^\w-]/g, '') || 'thumbnail';
  const within = (property: string, pixels: unknown) =>
    pixels ? safeDeclaration(property, `${Number(pixels)}px`) : '';
  const element = images!.element(image, size, {
    class: `attachment-${size} size-${size} ${site.brand.prefixed('post-image')}`,
    style: `${within('max-width', width)}${within('max-height', height)}`,
  });
  const label = escapeAttribute(stripAllTags(title));
  const linked = attributes.addLinkToFeaturedImage
    ? `<a${attrs({ href })} aria-label="${label}">${element}</a>`
    : element;
  return `<div${attrs({ class: align ? `${name} align${align}` : name })}>${linked}</div>`;
}

async function textMarkup(
  { renderer }: Pick<BlockDependencies, 'renderer'>,
  post: Post,
  { displayPostContentRadio, excerptLength }: Attributes,
  name: (part: string) => string,
  request: RequestContext,
): Promise<string> {
  const isFull = displayPostContentRadio === 'full_post';
  const element = `<div${attrs({ class: name(isFull ? 'post-full-content' : 'post-excerpt') })}>`;
  if (post.password !== '') return `${element}This content is password protected.</div>`;
  if (isFull) return `${element}${ksesPost(post.content)}</div>`;
  const words = Math.min(Math.max(Math.trunc(Number(excerptLength)), 0), MOST_WORDS);
  const excerpt = await renderer.excerptText(post, { words, more: EXCERPT_MORE }, { request });
  return `${element}${ksesPost(excerpt)}</div>`;
}
