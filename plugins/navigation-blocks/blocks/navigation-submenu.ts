import { escapeAttribute, stripAllTags } from '../../../core/text/index.ts';
import { blockClass, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { itemStyle, USED_CONTEXT } from '../colors.ts';
import type { NavigationDependencies } from '../dependencies.ts';
import { leadsToHidden } from '../hidden-targets.ts';
import { SUBMENU_ICON } from '../icons.ts';
import { ITEM_ATTRIBUTES, linkAttributes } from '../item-attributes.ts';

const TYPE = {
  name: 'core/navigation-submenu',
  title: 'Submenu',
  category: 'design',
  parent: ['core/navigation'],
  usesContext: [...USED_CONTEXT, 'maxNestingLevel', 'openSubmenusOnClick', 'style'],
  attributes: { ...ITEM_ATTRIBUTES, isTopLevelItem: { type: 'boolean' } },
  supports: { reusable: false, html: false },
} satisfies BlockType;

/** An item of a menu with a menu of its own; nothing without a label, or where it leads to what is not published. */
export const navigationSubmenu = (
  dependencies: Pick<NavigationDependencies, 'posts' | 'renderer' | 'site'>,
): BlockType => ({
  ...TYPE,
  skipInnerBlocks: true,
  async render(attributes, _content, block, context) {
    const { renderer, site } = dependencies;
    const label = ksesData(String(attributes.label ?? ''));
    if (label === '' || (await leadsToHidden(dependencies, attributes, requestOf(context)))) return '';
    const { showSubmenuIcon, openSubmenusOnClick } = block.context;
    const hasMenu = block.innerBlocks.length > 0;
    const onHover = openSubmenusOnClick === false && showSubmenuIcon === true;
    const mode = openSubmenusOnClick ? ' open-on-click' : onHover ? ' open-on-hover-click' : '';
    const { classes, css } = itemStyle(block.context, attributes.isTopLevelItem !== false);
    const item = `${classes.join(' ')} ${blockClass(site, 'navigation-item')}${hasMenu ? ' has-child' : ''}${mode}`;
    const outer = wrapperAttributes(site, TYPE, attributes, { class: item, style: css });
    const opener = { label, attributes, hasToggle: hasMenu && showSubmenuIcon === true };
    const head = openSubmenusOnClick ? buttonOf(site, opener) : linkOf(site, opener);
    const inner = hasMenu ? await renderer.blocks(block.innerBlocks, context, block.availableContext) : '';
    const menu = hasMenu ? `<ul class="${blockClass(site, 'navigation__submenu-container')}">${inner}</ul>` : '';
    return `<li${outer}>${head}${menu}</li>`;
  },
});

/** What stands before a menu: its label as markup, and whether a button shows and hides it. */
interface Opener {
  readonly label: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly hasToggle: boolean;
}

const labelled = (label: string): string => `aria-label="${escapeAttribute(stripAllTags(label))} submenu"`;

function linkOf(site: NavigationDependencies['site'], { label, attributes, hasToggle }: Opener): string {
  const link = `<a class="${blockClass(site, 'navigation-item__content')}"${linkAttributes(attributes)}>${label}</a>`;
  if (!hasToggle) return link;
  const classes = `${blockClass(site, 'navigation__submenu-icon')} ${blockClass(site, 'navigation-submenu__toggle')}`;
  return `${link}<button ${labelled(label)} class="${classes}" aria-expanded="false">${SUBMENU_ICON}</button>`;
}

function buttonOf(site: NavigationDependencies['site'], { label }: Opener): string {
  const classes = `${blockClass(site, 'navigation-item__content')} ${blockClass(site, 'navigation-submenu__toggle')}`;
  return (
    `<button ${labelled(label)} class="${classes}" aria-expanded="false">` +
    `<span class="${blockClass(site, 'navigation-item__label')}">${label}</span></button>` +
    `<span class="${blockClass(site, 'navigation__submenu-icon')}">${SUBMENU_ICON}</span>`
  );
}
