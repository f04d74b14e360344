import { RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { type BlockType, trimWords } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import type { Post, PostQuery } from '../../posts/index.ts';
import { userLink } from '../../users/index.ts';
import { flag, number, text, withCommon } from '../attributes.ts';
import { type BlockDependencies, blockClass } from '../dependencies.ts';
import { type FeaturedImage, featuredImages } from '../featured-images.ts';
import { itemTitle } from '../item-title.ts';
import { formatLocalDate } from '../local-date.ts';
import { type Attributes, attrs, classes } from '../markup.ts';

/** The most items that a block shows. */
const MOST = 100;

/** The newest posts, with the parts that the attributes request. */
export const latestPosts = (dependencies: BlockDependencies): BlockType => ({
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
    const { posts } = await dependencies.posts.query(queryOf(attributes));
    const images = attributes.displayFeaturedImage
      ? await featuredImages(dependencies, posts, String(attributes.featuredImageSizeSlug), context)
      : new Map<number, FeaturedImage>();
    const items = posts.map((post) => itemMarkup(dependencies, post, attributes, images.get(post.id), context));
    const name = (part: string) => blockClass(dependencies.site, part);
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
  dependencies: Pick<BlockDependencies, 'clock' | 'options' | 'permalinks' | 'renderer' | 'site' | 'users'>,
  post: Post,
  attributes: Attributes,
  image: FeaturedImage | undefined,
  context: RequestContext,
): Promise<string> {
  const name = (part: string) => blockClass(dependencies.site, `latest-posts__${part}`);
  const href = cleanUrl(await dependencies.permalinks.forPost(post, context));
  const parts: string[] = [];
  if (image !== undefined) parts.push(imageMarkup(image, href, attributes, name('featured-image')));
  parts.push(`<a${attrs({ class: name('post-title'), href })}>${itemTitle(dependencies, post)}</a>`);
  if (attributes.displayAuthor) parts.push(await authorMarkup(dependencies, post, name('post-author'), context));
  if (attributes.displayPostDate) {
    const zone = dependencies.clock.zone();
    const shown = formatLocalDate(post.date, String(dependencies.options.get('date_format', '')), zone);
    const time = attrs({ datetime: formatLocalDate(post.date, 'c', zone), class: name('post-date') });
    parts.push(`<time${time}>${escapeHtml(shown)}</time>`);
  }
  if (attributes.displayPostContent) parts.push(await textMarkup(dependencies, post, attributes, name));
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
  { users, site, options }: Pick<BlockDependencies, 'options' | 'site' | 'users'>,
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
  dependencies: Pick<BlockDependencies, 'renderer'>,
  post: Post,
  { displayPostContentRadio, excerptLength }: Attributes,
  name: (part: string) => string,
): Promise<string> {
  const isFull = displayPostContentRadio === 'full_post';
  const element = `<div${attrs({ class: name(isFull ? 'post-full-content' : 'post-excerpt') })}>`;
  if (post.password !== '') return `${element}This content is password protected.</div>`;
  if (isFull) return `${element}${ksesPost(post.content)}</div>`;
  const words = Math.max(Math.trunc(Number(excerptLength)), 0);
  return `${element}${escapeHtml(trimWords(await dependencies.renderer.excerpt(post), words))}</div>`;
}
