import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { color, SPACING, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { formatLocalDate } from '../../options/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { commentOf } from '../shown-comments.ts';

const TYPE = {
  name: 'core/comment-date',
  title: 'Comment date',
  category: 'theme',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: { format: { type: 'string' }, isLink: { type: 'boolean', default: true } },
  supports: {
    html: false,
    color: color('link'),
    spacing: SPACING,
    typography: typography(),
  },
} satisfies BlockType;

/** The date of a comment, with a link to it, in a format of its own or in that of the site. */
export const commentDate = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const comment = await commentOf(dependencies, block, context);
    if (comment === null) return '';
    const { clock, options, permalinks, posts, site } = dependencies;
    const [zone, request] = [clock.zone(), requestOf(context)];
    const format = String(attributes.format || options.get('date_format', ''));
    const date = escapeHtml(formatLocalDate(comment.date, format, zone));
    const post = await posts.loader(request).load(comment.post);
    const href = post === null ? '' : cleanUrl(`${await permalinks.forPost(post, request)}#comment-${comment.id}`);
    const shown = attributes.isLink && href !== '' ? `<a href="${href}">${date}</a>` : date;
    const datetime = formatLocalDate(comment.date, 'c', zone);
    return `<div${wrapperAttributes(site, TYPE, attributes)}><time datetime="${datetime}">${shown}</time></div>`;
  },
});
