import { blockClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import {
  type BlockContext,
  type BlockType,
  contextWithin,
  type ParsedBlock,
  parseBlocks,
  type RenderContext,
  renderOnce,
  requestOf,
} from '../../content-rendering/index.ts';
import { colorsOf } from '../colors.ts';
import type { NavigationDependencies } from '../dependencies.ts';
import { loadTargets } from '../hidden-targets.ts';
import { NAVIGATION_ATTRIBUTES, NAVIGATION_CONTEXT } from '../navigation-attributes.ts';
import { inOverlay } from '../overlay.ts';

const TYPE = {
  name: 'core/navigation',
  title: 'Navigation',
  category: 'theme',
  providesContext: NAVIGATION_CONTEXT,
  attributes: NAVIGATION_ATTRIBUTES,
  supports: {
    align: ['wide', 'full'],
    html: false,
    inserter: true,
    typography: { ...typography(), __experimentalSkipSerialization: ['textDecoration'] },
    spacing: {
      blockGap: true,
      units: ['px', 'em', 'rem', 'vh', 'vw'],
      __experimentalDefaultControls: { blockGap: true },
    },
    __experimentalLayout: {
      allowSwitching: false,
      allowInheriting: false,
      allowVerticalAlignment: false,
      default: { type: 'flex' },
    },
    __experimentalStyle: { elements: { link: { color: { text: 'inherit' } } } },
  },
} satisfies BlockType;

type Dependencies = Pick<NavigationDependencies, 'posts' | 'renderer' | 'site'>;

/** What a menu shows: its name, and its blocks. */
interface Menu {
  readonly id: number;
  readonly name: string;
  readonly blocks: readonly ParsedBlock[];
}

/**
 * A menu: that of a published item of the site, the one that is written in the block, or else the newest of the site,
 * and a list of pages where there is none.
 */
export const navigation = (dependencies: Dependencies): BlockType => ({
  ...TYPE,
  skipInnerBlocks: true,
  async render(attributes, _content, block, context) {
    const { site } = dependencies;
    const menu = await menuOf(dependencies, attributes.ref, block.innerBlocks, context);
    if (menu === null) return '';
    await loadTargets(dependencies, menu.blocks, requestOf(context));
    const within = contextWithin(block, TYPE, block.availableContext);
    const list = await renderOnce(context, `navigation ${menu.id}`, () => listOf(dependencies, menu, context, within));
    if (list === '') return '';
    const isResponsive = attributes.overlayMenu === 'mobile' || attributes.overlayMenu === 'always';
    const colors = colorsOf(attributes);
    const own = [...colors.classes, ...(isResponsive ? ['is-responsive'] : []), ...layoutClasses(attributes.layout)];
    const outer = wrapperAttributes(site, TYPE, attributes, {
      class: own.join(' '),
      style: colors.css,
      'aria-label': nameIn(context, menu.name),
    });
    return `<nav${outer}>${isResponsive ? inOverlay(site, attributes, list, context) : list}</nav>`;
  },
});

async function menuOf(
  { posts, site }: Dependencies,
  ref: unknown,
  own: readonly ParsedBlock[],
  context: RenderContext,
): Promise<Menu | null> {
  const type = site.brand.typeName('navigation');
  const isNamed = Number.isSafeInteger(ref) && Number(ref) > 0;
  if (!isNamed && own.length > 0) return { id: 0, name: '', blocks: own };
  const id = isNamed
    ? Number(ref)
    : (await posts.query({ types: [type], statuses: ['publish'], orderBy: 'date', perPage: 1 })).ids[0];
  if (id === undefined) return { id: 0, name: '', blocks: parseBlocks('<!-- wp:page-list /-->') };
  const post = await posts.loader(requestOf(context)).load(id);
  if (post?.type !== type || post.status !== 'publish' || post.password !== '') return null;
  const blocks = parseBlocks(post.content).filter(({ blockName }) => blockName !== null);
  return { id, name: post.title, blocks };
}

/** The blocks that are items of a list, and those of them that are no list items by themselves. */
const ITEMS = new Set(['navigation-link', 'navigation-submenu', 'home-link', 'site-title', 'site-logo'].map(core));
const WRAPPED = new Set(['site-title', 'site-logo'].map(core));

function core(name: string): string {
  return `core/${name}`;
}

/** The blocks of a menu: items next to each other in a list, others, as a search form, between lists. */
async function listOf(
  { renderer, site }: Dependencies,
  { blocks }: Menu,
  context: RenderContext,
  within: BlockContext,
): Promise<string> {
  let markup = '';
  let isOpen = false;
  for (const block of blocks) {
    const shown = await renderer.blocks([block], context, within);
    if (shown.trim() === '') continue;
    const isItem = ITEMS.has(block.blockName ?? '');
    if (isItem !== isOpen) markup += isItem ? `<ul class="${blockClass(site, 'navigation__container')}">` : '</ul>';
    isOpen = isItem;
    markup += WRAPPED.has(block.blockName ?? '')
      ? `<li class="${blockClass(site, 'navigation-item')}">${shown}</li>`
      : shown;
  }
  return isOpen ? `${markup}</ul>` : markup;
}

/** The classes that say how items are arranged. */
function layoutClasses(layout: unknown): string[] {
  const { justifyContent, orientation, flexWrap } = (layout ?? {}) as Readonly<Record<string, unknown>>;
  const known = ['left', 'right', 'center', 'space-between'].find((one) => one === justifyContent);
  const classes = `${known === undefined ? '' : `items-justified-${known}`}${orientation === 'vertical' ? ' is-vertical' : ''}${flexWrap === 'nowrap' ? ' no-wrap' : ''}`;
  return classes === '' ? [] : [classes];
}

/** The accessible name of a menu, with a number behind it where another menu of the page has it already. */
function nameIn(context: RenderContext, name: string): string {
  if (name === '') return '';
  const seen = requestOf(context).memo(navigation, () => new Map<string, number>());
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return count === 1 ? name : `${name} ${count}`;
}
