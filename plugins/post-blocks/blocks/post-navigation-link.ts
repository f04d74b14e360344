import { attrs, COLOR, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, type RenderContext, requestOf } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import type { Post, Side } from '../../posts/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, textOf, titleOf } from '../item.ts';

const TYPE = {
  name: 'core/post-navigation-link',
  title: 'Post navigation link',
  category: 'theme',
  attributes: {
    textAlign: { type: 'string' },
    type: { type: 'string', default: 'next' },
    label: { type: 'string' },
    showTitle: { type: 'boolean', default: false },
    linkLabel: { type: 'boolean', default: false },
  },
  supports: { reusable: false, html: false, color: { link: COLOR.link }, typography: typography() },
} as const satisfies BlockType;

/** On the page of an item, a link to the one before or after it. Elsewhere it shows nothing. */
export const postNavigationLink = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, _block, context) {
    const { type, label, showTitle, linkLabel } = attributes;
    if (type !== 'next' && type !== 'previous') return '';
    const shown = await itemOfPage(dependencies, context);
    const post = shown === null ? null : await neighbour(shown, type, context, dependencies);
    if (post === null) return '';
    const named = ksesData(textOf(label));
    const words = named || (type === 'next' ? 'Next' : 'Previous');
    const part = (name: string, markup: string) => `<span class="post-navigation-link__${name}">${markup}</span>`;
    const title = titleOf(post, dependencies);
    const isTitleAlone = showTitle && !linkLabel;
    const text = isTitleAlone ? title : showTitle ? `${part('label', words)} ${part('title', title)}` : words;
    const before = isTitleAlone && named !== '' ? `${part('label', named)} ` : '';
    const href = await addressOf(post, dependencies, context);
    const link = `<a${attrs({ href, rel: type === 'next' ? 'next' : 'prev' })}>${text}</a>`;
    const own = ['post-navigation-link-', type, textAlignClass(attributes) && ` ${textAlignClass(attributes)}`].join(
      '',
    );
    return `<div${wrapperAttributes(dependencies.site, TYPE, attributes, { class: own })}>${before}${link}</div>`;
  },
});

/** The item whose text is rendered, if its own page was asked for. */
async function itemOfPage(
  { permalinks, posts }: Pick<PostBlockDependencies, 'permalinks' | 'posts'>,
  context: RenderContext,
): Promise<Post | null> {
  const request = requestOf(context);
  const { url } = request.http ?? {};
  if (url === undefined || context.post === null || context.within !== undefined) return null;
  const post = await posts.loader(request).load(context.post.id);
  if (post === null) return null;
  const { pathname, search } = new URL(await permalinks.forPost(post, request));
  const [path, query = ''] = url.split('?', 2) as [string, string?];
  const isThere = path === pathname && (search === '' || `?${query}`.startsWith(search));
  return isThere ? post : null;
}

/** The item before or after one that the reader may see. */
async function neighbour(
  shown: Post,
  side: Side,
  context: RenderContext,
  { posts }: Pick<PostBlockDependencies, 'posts'>,
): Promise<Post | null> {
  const request = requestOf(context);
  const id = await posts.adjacentId(shown, side, request.user);
  return id === undefined ? null : posts.loader(request).load(id);
}
