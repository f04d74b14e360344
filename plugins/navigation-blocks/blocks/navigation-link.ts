import { blockClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { itemStyle, USED_CONTEXT } from '../colors.ts';
import type { NavigationDependencies } from '../dependencies.ts';
import { leadsToHidden } from '../hidden-targets.ts';
import { ITEM_ATTRIBUTES, linkAttributes } from '../item-attributes.ts';

const TYPE = {
  name: 'core/navigation-link',
  title: 'Custom link',
  category: 'design',
  parent: ['core/navigation'],
  usesContext: [...USED_CONTEXT, 'maxNestingLevel', 'style'],
  attributes: { ...ITEM_ATTRIBUTES, isTopLevelLink: { type: 'boolean' } },
  supports: { reusable: false, html: false, __experimentalSlashInserter: true, typography: typography() },
} satisfies BlockType;

/** An item of a menu that leads somewhere; nothing without a label, or where it leads to an item that is not published. */
export const navigationLink = (dependencies: Pick<NavigationDependencies, 'posts' | 'site'>): BlockType => ({
  ...TYPE,
  async render(attributes, content, block, context) {
    const { site } = dependencies;
    const { label, description, isTopLevelLink } = attributes;
    const shown = ksesData(String(label ?? ''));
    if (shown === '' || (await leadsToHidden(dependencies, attributes, requestOf(context)))) return '';
    const name = (part: string) => blockClass(site, `navigation-item${part}`);
    const { classes, css } = itemStyle(block.context, isTopLevelLink !== false);
    const outer = wrapperAttributes(site, TYPE, attributes, { class: `${classes.join(' ')} ${name('')}`, style: css });
    // Clients know the two blanks behind the target.
    const link = linkAttributes(attributes, ' target="_blank"  ');
    const about = ksesData(String(description ?? ''));
    return (
      `<li${outer}><a class="${name('__content')}" ${link}><span class="${name('__label')}">${shown}</span>` +
      `${about && `<span class="${name('__description')}">${about}</span>`}</a>` +
      `${content.trim() && `<ul class="${blockClass(site, 'navigation__submenu-container')}">${content.trim()}</ul>`}</li>`
    );
  },
});
