import { cleanUrl, escapeHtml, RequestContext } from '../../../core/index.ts';
import { type BlockType, trimWords } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import type { Post, PostQuery } from '../../posts/index.ts';
import { userLink } from '../../users/index.ts';
import { flag, number, text, withCommon } from '../attributes.ts';
import { type FeaturedImage, featuredImages } from '../featured-images.ts';
import { itemTitle } from '../item-title.ts';
import { type BlockKit, blockClass } from '../kit.ts';
import { formatLocalDate } from '../local-date.ts';
import { type Attributes, attrs, classes } from '../markup.ts';

/** The most items that a block shows. */
const MOST = 100;

/** The newest posts, with as much of each as is asked for. */
export const latestPosts = (kit: BlockKit): BlockType => ({
  name: 'core/latest-posts',
  title: 'Latest posts',
  category: 'widgets',
  attributes: withCommon({
    categories: { type: 'array', items: { type: ['object', 'integer'] } },
    selectedAuthor: number(),
    postsToShow: number(5),
    displayPostContent: flag(false),
    displayPostContentRadio: text('excerpt'),
    excerptLength: number(55),
    displayAuthor: flag(false),
    displayPostDate: flag(false),
    postLayout: text('list'),
    columns: number(3),
    order: text('desc'),
    orderBy: text('date'),
    displayFeaturedImage: flag(false),
    featuredImageAlign: { type: 'string', enum: ['left', 'center', 'right'] },
    featuredImageSizeSlug: text('thumbnail'),
    featuredImageSizeWidth: { type: ['number', 'null'], default: null },
    featuredImageSizeHeight: { type: ['number', 'null'], default: null },
    addLinkToFeaturedImage: flag(false),
  }),
  async render(attributes) {
    const context = new RequestContext();
    const { posts } = await kit.posts.query(queryOf(attributes));
    const images = attributes.displayFeaturedImage
      ? await featuredImages(kit, posts, String(attributes.featuredImageSizeSlug), context)
      : new Map<number, FeaturedImage>();
    const items = posts.map((post) => itemMarkup(kit, post, attributes, images.get(post.id), context));
    const name = (part: string) => blockClass(kit.site, part);
    const isGrid = attributes.postLayout === 'grid';
    const list = classes(
      attributes,
      name('latest-posts__list'),
      name('latest-posts'),
      isGrid && `is-grid columns-${Number(attributes.columns)}`,
      attributes.displayPostDate === true && 'has-dates',
      attributes.displayAuthor === true && 'has-author',
    );
    return `<ul${attrs({ class: list })}>${(await Promise.all(items)).join('')}</ul>`;
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
  kit: BlockKit,
  post: Post,
  attributes: Attributes,
  image: FeaturedImage | undefined,
  context: RequestContext,
): Promise<string> {
  const name = (part: string) => blockClass(kit.site, `latest-posts__${part}`);
  const href = cleanUrl(await kit.permalinks.forPost(post, context));
  const parts: string[] = [];
  if (image !== undefined) parts.push(imageMarkup(image, href, attributes, name('featured-image')));
  parts.push(`<a${attrs({ class: name('post-title'), href })}>${itemTitle(kit, post)}</a>`);
  if (attributes.displayAuthor) parts.push(await authorMarkup(kit, post, name('post-author'), context));
  if (attributes.displayPostDate) {
    const zone = kit.clock.zone();
    const shown = formatLocalDate(post.date, String(kit.options.get('date_format', '')), zone);
    const time = attrs({ datetime: formatLocalDate(post.date, 'c', zone), class: name('post-date') });
    parts.push(`<time${time}>${escapeHtml(shown)}</time>`);
  }
  if (attributes.displayPostContent) parts.push(await textMarkup(kit, post, attributes, name));
  return `<li>${parts.join('')}</li>`;
}

function imageMarkup({ src, alt }: FeaturedImage, href: string, attributes: Attributes, name: string): string {
  const { featuredImageAlign: align, featuredImageSizeWidth: width, featuredImageSizeHeight: height } = attributes;
  const limits = [width ? `max-width:${Number(width)}px` : '', height ? `max-height:${Number(height)}px` : ''];
  const style = limits.filter(Boolean).join(';') || undefined;
  const img = `<img${attrs({ src: cleanUrl(src), alt, style, loading: 'lazy' })} />`;
  const linked = attributes.addLinkToFeaturedImage ? `<a${attrs({ href })}>${img}</a>` : img;
  return `<div${attrs({ class: align ? `${name} align${align}` : name })}>${linked}</div>`;
}

async function authorMarkup(
  { users, site, options }: BlockKit,
  { author }: Post,
  name: string,
  context: RequestContext,
): Promise<string> {
  const user = await users.loader(context).load(author);
  if (user === null) return '';
  const link = `<a${attrs({ href: cleanUrl(userLink(user, site, options)) })}>${escapeHtml(user.displayName)}</a>`;
  return `<div${attrs({ class: name })}>by ${link}</div>`;
}

async function textMarkup(
  kit: BlockKit,
  post: Post,
  { displayPostContentRadio, excerptLength }: Attributes,
  name: (part: string) => string,
): Promise<string> {
  const isFull = displayPostContentRadio === 'full_post';
  const element = `<div${attrs({ class: name(isFull ? 'post-full-content' : 'post-excerpt') })}>`;
  if (post.password !== '') return `${element}This content is password protected.</div>`;
  if (isFull) return `${element}${ksesPost(post.content)}</div>`;
  const words = Math.max(Math.trunc(Number(excerptLength)), 0);
  return `${element}${escapeHtml(trimWords(await kit.renderer.excerpt(post), words))}</div>`;
}
