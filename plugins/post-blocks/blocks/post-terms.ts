import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import {
  attrs,
  blockClass,
  color,
  SPACING,
  textAlignClass,
  typography,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { itemOf, textOf } from '../item.ts';

const TYPE = {
  name: 'core/post-terms',
  title: 'Post terms',
  category: 'theme',
  usesContext: ['postId', 'postType'],
  attributes: {
    term: { type: 'string' },
    textAlign: { type: 'string' },
    separator: { type: 'string', default: ', ' },
    prefix: { type: 'string', default: '' },
    suffix: { type: 'string', default: '' },
  },
  supports: {
    html: false,
    color: color('link'),
    spacing: SPACING,
    typography: typography(),
  },
} as const satisfies BlockType;

/** The terms of an item in a taxonomy that everybody may see, each with a link. */
export const postTerms = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { site, taxonomies, termLinks, terms } = dependencies;
    const post = await itemOf(block, context, dependencies);
    const taxonomy = taxonomies.get(textOf(attributes.term));
    if (post === null || taxonomy?.publicly_queryable !== true) return '';
    const request = requestOf(context);
    const all = await terms.objectLoader(request).load(post.id);
    const found = all.filter((term) => term.taxonomy === taxonomy.name);
    if (found.length === 0) return '';
    const addresses = await Promise.all(found.map((term) => termLinks.forTerm(term, request)));
    const links = found.map(
      ({ name }, at) => `<a${attrs({ href: cleanUrl(addresses[at]!), rel: 'tag' })}>${escapeHtml(name)}</a>`,
    );
    const part = (name: string, markup: string) =>
      markup && `<span${attrs({ class: blockClass(site, `post-terms__${name}`) })}>${markup}</span>`;
    const [prefix, suffix] = [textOf(attributes.prefix), textOf(attributes.suffix)].map(ksesPost) as [string, string];
    const separator = part('separator', escapeHtml(textOf(attributes.separator) || ' '));
    const own = [`taxonomy-${taxonomy.name}`, textAlignClass(attributes)].filter((name) => name !== '').join(' ');
    const outer = wrapperAttributes(site, TYPE, attributes, { class: own });
    return `<div${outer}>${part('prefix', prefix)}${links.join(separator)}${part('suffix', suffix)}</div>`;
  },
});
