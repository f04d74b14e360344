import type { PluginDefinition } from '../../../core/index.ts';
import blockSupports from '../../../plugins/block-supports/index.ts';
import postBlocks from '../../../plugins/post-blocks/index.ts';
import queryBlocks from '../../../plugins/query-blocks/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import type { TestGenerationOptions } from '../../support/generation.ts';

/** A site with the blocks of lists and of items. */
export interface ListSite extends ContentSite {
  /**
   * The rendered content of a new item, as the interface answers with it to everybody, without the classes of layouts;
   * `query` is that of the request.
   */
  show(content: string, query?: string): Promise<string>;
  /** The rendered list of a query, with a template of items. */
  list(query: object, template?: string, request?: string): Promise<string>;
  /** The titles of the items of a list. */
  titles(query: object, request?: string): Promise<string[]>;
}

/** The classes by which blocks arrange what is in them. */
const LAYOUT = /(?:is-layout-(?:flow|flex|constrained)|cms-container-\d+) ?/g;

/** The markup of a query block with blocks in it. */
export const queryBlock = (query: object, inner: string): string =>
  `<!-- wp:query ${JSON.stringify({ queryId: 3, query })} --><div>${inner}</div><!-- /wp:query -->`;

/** The markup of the blocks that are shown for each item. */
export const template = (inner: string): string => `<!-- wp:post-template -->${inner}<!-- /wp:post-template -->`;

/** Builds a site with the blocks of lists and of items, and more plugins. */
export async function buildListSite(
  settings: TestGenerationOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  more: readonly PluginDefinition<any>[] = [],
): Promise<ListSite> {
  const site = await buildContentSite([blockSupports, postBlocks, queryBlocks, ...more], settings);
  const show = async (content: string, query = '') => {
    const page = await site.publish({ type: 'page', title: 'Shown', content });
    const { json } = await site.get(`/cms/v2/pages/${page.id}${query}`);
    return json.content.rendered.trim().replace(LAYOUT, '').replaceAll(' class=""', '');
  };
  const list = (query: object, inner = '<!-- wp:post-title /-->', request = '') =>
    show(queryBlock(query, template(inner)), request);
  const titles = async (query: object, request = '') =>
    [...(await list(query, '<!-- wp:post-title /-->', request)).matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(
      ([, title]) => title!,
    );
  return { ...site, show, list, titles };
}
