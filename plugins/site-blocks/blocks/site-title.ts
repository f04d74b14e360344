import { escapeHtml } from '../../../core/text/index.ts';
import {
  attrs,
  color,
  headingElement,
  SPACING,
  textAlignClass,
  typography,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { SiteBlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/site-title',
  title: 'Site title',
  category: 'theme',
  attributes: {
    level: { type: 'number', default: 1 },
    textAlign: { type: 'string' },
    isLink: { type: 'boolean', default: true },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    align: ['wide', 'full'],
    html: false,
    color: color('link'),
    spacing: SPACING,
    typography: typography('lineHeight', 'fontAppearance', 'letterSpacing', 'textTransform'),
  },
} satisfies BlockType;

/** The name of the site as a heading, or as a paragraph where the level is 0, with a link to its first page. */
export const siteTitle = ({ options, site }: Pick<SiteBlockDependencies, 'options' | 'site'>): BlockType => ({
  ...TYPE,
  render(attributes) {
    const name = escapeHtml(String(options.get('blogname', '')));
    if (name === '') return '';
    const { level, isLink, linkTarget } = attributes;
    const element = headingElement(level, 'p');
    const target = linkTarget === '_blank' ? '_blank' : '_self';
    const shown = isLink ? `<a${attrs({ href: site.home, target, rel: 'home' })}>${name}</a>` : name;
    const outer = wrapperAttributes(site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<${element}${outer}>${shown}</${element}>`;
  },
});
