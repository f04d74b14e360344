import { escapeHtml } from '../../../core/text/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { flag, number, text, withCommon } from '../attributes.ts';
import { type BlockDependencies, blockClass } from '../dependencies.ts';
import { attrs, classes } from '../markup.ts';

/** The name of the site as a heading, or as a paragraph where the level is 0, with a link to its first page. */
export const siteTitle = ({ options, site }: BlockDependencies): BlockType => ({
  name: 'core/site-title',
  title: 'Site title',
  category: 'theme',
  attributes: withCommon({ level: number(1), textAlign: text(), isLink: flag(true), linkTarget: text('_self') }),
  render(attributes) {
    const name = escapeHtml(String(options.get('blogname', '')));
    if (name === '') return '';
    const { level, textAlign, isLink, linkTarget, fontSize } = attributes;
    const isHeading = Number.isInteger(level) && Number(level) >= 1 && Number(level) <= 6;
    const element = isHeading ? `h${level}` : 'p';
    const target = linkTarget === '_blank' ? '_blank' : '_self';
    const shown = isLink ? `<a${attrs({ href: site.home, target, rel: 'home' })}>${name}</a>` : name;
    const names = classes(
      attributes,
      textAlign ? `has-text-align-${textAlign}` : false,
      blockClass(site, 'site-title'),
      fontSize ? `has-${fontSize}-font-size` : false,
    );
    return `<${element}${attrs({ class: names })}>${shown}</${element}>`;
  },
});
