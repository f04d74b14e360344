import { cleanUrl } from '../../../core/text/index.ts';
import { blockClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { itemStyle } from '../colors.ts';
import type { NavigationDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/home-link',
  title: 'Home link',
  category: 'design',
  parent: ['core/navigation'],
  usesContext: [
    'textColor',
    'customTextColor',
    'backgroundColor',
    'customBackgroundColor',
    'fontSize',
    'customFontSize',
    'style',
  ],
  attributes: { label: { type: 'string' } },
  supports: { reusable: false, html: false, typography: typography() },
} satisfies BlockType;

/** An item of a menu that leads to the first page of the site. */
export const homeLink = ({ site }: Pick<NavigationDependencies, 'site'>): BlockType => ({
  ...TYPE,
  render(attributes, _content, { context }) {
    const label = ksesData(String(attributes.label ?? '')) || 'Home';
    const name = (part: string) => blockClass(site, part);
    const { classes, css } = itemStyle(context, true);
    const own = { class: `${classes.join(' ')} ${name('navigation-item')}`, style: css };
    // Clients know the odd quotation mark before `rel`.
    const link = `class="${name('home-link__content')} ${name('navigation-item__content')}" href="${cleanUrl(site.home)}" "rel="home"`;
    return `<li${wrapperAttributes(site, TYPE, attributes, own)}><a ${link}>${label}</a></li>`;
  },
});
