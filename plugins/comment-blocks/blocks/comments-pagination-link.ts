import { attrs, blockClass, paginationArrow, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { pageAddresses, shownComments } from '../shown-comments.ts';

/** The two links beside the numbers of pages: what they are called, and how far the page is that they lead to. */
const LINKS = {
  previous: { title: 'Comments previous page', text: 'Older Comments', step: -1 },
  next: { title: 'Comments next page', text: 'Newer Comments', step: 1 },
} as const;

const typeOf = (which: keyof typeof LINKS) =>
  ({
    name: `core/comments-pagination-${which}`,
    title: LINKS[which].title,
    category: 'theme',
    parent: ['core/comments-pagination'],
    usesContext: ['postId', 'comments/paginationArrow'],
    attributes: { label: { type: 'string' } },
    supports: {
      reusable: false,
      html: false,
      color: { gradients: true, text: false, __experimentalDefaultControls: { background: true } },
      typography: typography(),
    },
  }) satisfies BlockType;

/** A link to the page of comments before or after the one that is shown; nothing where there is none. */
const paginationLink =
  (which: keyof typeof LINKS) =>
  (dependencies: CommentBlockDependencies): BlockType => {
    const type = typeOf(which);
    const { text, step } = LINKS[which];
    return {
      ...type,
      async render(attributes, _content, block, context) {
        const { site } = dependencies;
        const shown = await shownComments(dependencies, block.context.postId, context);
        const page = (shown?.page ?? 0) + step;
        if (shown === null || page < 1 || page > shown.pages) return '';
        const label = ksesData(String(attributes.label ?? '')) || text;
        const kind = block.context['comments/paginationArrow'];
        const sign = paginationArrow(kind, which);
        const className = `${blockClass(site, `comments-pagination-${which}-arrow`)} is-arrow-${kind}`;
        const arrow = sign === '' ? '' : `<span class='${className}'>${sign}</span>`;
        const hrefOf = await pageAddresses(dependencies, shown.post, requestOf(context));
        const outer = wrapperAttributes(site, type, attributes);
        return `<a${attrs({ href: hrefOf(page) })}${outer}>${step < 0 ? arrow + label : label + arrow}</a>`;
      },
    };
  };

/** A link to the earlier page. */
export const commentsPaginationPrevious = paginationLink('previous');

/** A link to the later page. */
export const commentsPaginationNext = paginationLink('next');
