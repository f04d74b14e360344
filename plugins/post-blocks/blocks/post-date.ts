import { escapeHtml } from '../../../core/text/index.ts';
import { attrs, color, SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { formatLocalDate } from '../../options/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, itemOf, textOf } from '../item.ts';

const TYPE = {
  name: 'core/post-date',
  title: 'Post date',
  category: 'theme',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    textAlign: { type: 'string' },
    format: { type: 'string' },
    isLink: { type: 'boolean', default: false },
    displayType: { type: 'string', default: 'date' },
  },
  supports: {
    html: false,
    color: color('link'),
    spacing: SPACING,
    typography: typography(),
  },
} as const satisfies BlockType;

/** The minute of a stored date. */
const minuteOf = (date: string): string => date.slice(0, 'YYYY-MM-DD HH:MM'.length);

/** When an item was published; or when it was changed, which shows nothing of one that was not changed since. */
export const postDate = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const post = await itemOf(block, context, dependencies);
    if (post === null) return '';
    const isModified = attributes.displayType === 'modified';
    if (isModified && minuteOf(post.modified) <= minuteOf(post.date)) return '';
    const date = isModified ? post.modified : post.date;
    const zone = dependencies.clock.zone();
    const format = textOf(attributes.format) || String(dependencies.options.get('date_format', ''));
    const shown = escapeHtml(formatLocalDate(date, format, zone));
    const href = attributes.isLink ? await addressOf(post, dependencies, context) : '';
    const linked = attributes.isLink ? `<a${attrs({ href })}>${shown}</a>` : shown;
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<div${outer}><time${attrs({ datetime: formatLocalDate(date, 'c', zone) })}>${linked}</time></div>`;
  },
});
