import { member } from '../../../core/base/index.ts';
import type { RequestContext } from '../../../core/index.ts';
import { attrs, blockClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { classesOf } from '../../class-list/index.ts';
import { type BlockInstance, type BlockType, mayRepeat, requestOf } from '../../content-rendering/index.ts';
import type { Post } from '../../posts/index.ts';
import type { QueryBlockDependencies } from '../dependencies.ts';
import { listedItems } from '../listed.ts';
import { preload } from '../preload.ts';

const TYPE = {
  name: 'core/post-template',
  title: 'Post template',
  category: 'theme',
  parent: ['core/query'],
  usesContext: ['queryId', 'query', 'queryContext', 'displayLayout', 'templateSlug', 'previewPostType'],
  skipInnerBlocks: true,
  supports: {
    reusable: false,
    html: false,
    align: true,
    __experimentalLayout: { allowEditing: false },
    typography: typography(),
  },
} as const satisfies BlockType;

/** The items of a list: the blocks within it, once for each of them. */
export const postTemplate = (dependencies: QueryBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { renderer, site } = dependencies;
    const request = requestOf(context);
    const { posts } = await listedItems(block, context, dependencies);
    if (posts.length === 0) return '';
    await preload(posts, dependencies, request);
    let items = '';
    let last = '';
    for (const post of posts) {
      if (!mayRepeat(context, last)) break;
      const told = { ...block.availableContext, postId: post.id, postType: post.type };
      const inner = await renderer.blocks([{ ...block, blockName: null }], context, told);
      last = `<li${attrs({ class: await itemClasses(post, dependencies, request) })}>${inner}</li>`;
      items += last;
    }
    return `<ul${wrapperAttributes(site, TYPE, attributes, { class: layoutOf(block, attributes) })}>${items}</ul>`;
  },
});

/** The classes of a list: how many columns it has, and that its links have a colour of their own. */
function layoutOf(
  { context: { displayLayout } }: BlockInstance,
  attributes: Readonly<Record<string, unknown>>,
): string {
  const columns = Math.min(Math.max(Math.trunc(Number(member(displayLayout, 'columns') ?? 3)) || 1, 1), 12);
  const isGrid = member(displayLayout, 'type') === 'flex';
  const hasLinkColor = Boolean(member(attributes, 'style', 'elements', 'link', 'color', 'text'));
  return [isGrid && `is-flex-container columns-${columns}`, hasLinkColor && 'has-link-color'].filter(Boolean).join(' ');
}

/** The classes of an item; that it has a picture is for themes to say that show it by themselves. */
async function itemClasses(
  post: Post,
  { meta, site, taxonomies, terms, types }: QueryBlockDependencies,
  request: RequestContext,
): Promise<string> {
  const postTerms = { of: ({ id }: Post) => terms.objectLoader(request).load(id) };
  const classes = await classesOf(post, { meta, postTerms, taxonomies, types }, request);
  return [blockClass(site, 'post'), ...classes.filter((name) => name !== 'has-post-thumbnail')].join(' ');
}
