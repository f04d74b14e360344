import { escapeHtml } from '../../../core/text/index.ts';
import { SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { SiteBlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/site-tagline',
  title: 'Site tagline',
  category: 'theme',
  attributes: { textAlign: { type: 'string' } },
  supports: {
    align: ['wide', 'full'],
    html: false,
    color: { gradients: true, __experimentalDefaultControls: { background: true, text: true } },
    spacing: SPACING,
    typography: typography(),
  },
} satisfies BlockType;

/** What the site is about, in a few words of its own; nothing where it says nothing. */
export const siteTagline = ({ options, site }: Pick<SiteBlockDependencies, 'options' | 'site'>): BlockType => ({
  ...TYPE,
  render(attributes) {
    const tagline = escapeHtml(String(options.get('blogdescription', '')));
    if (tagline === '') return '';
    const outer = wrapperAttributes(site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<p${outer}>${tagline}</p>`;
  },
});
