import { RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { avatarImage, shownAvatars } from '../../avatars/index.ts';
import { attrs, blockClass, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, trimWords } from '../../content-rendering/index.ts';
import { formatLocalDate } from '../../options/index.ts';
import type { BlockDependencies } from '../dependencies.ts';
import { itemTitle } from '../item-title.ts';
import { type RecentComment, recentComments } from '../recent-comments.ts';

const AVATAR = 48;
const EXCERPT_WORDS = 20;

const TYPE = {
  name: 'core/latest-comments',
  title: 'Latest comments',
  category: 'widgets',
  attributes: {
    commentsToShow: { type: 'number', default: 5, minimum: 1, maximum: 100 },
    displayAvatar: { type: 'boolean', default: true },
    displayDate: { type: 'boolean', default: true },
    displayExcerpt: { type: 'boolean', default: true },
  },
  supports: { align: true, html: false },
} satisfies BlockType;

type Attributes = Readonly<Record<string, unknown>>;

/** The newest comments. */
export const latestComments = (dependencies: BlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes) {
    const comments = await recentComments(dependencies, Math.trunc(Number(attributes.commentsToShow)));
    const parts = { displayAvatar: 'has-avatars', displayDate: 'has-dates', displayExcerpt: 'has-excerpts' };
    const own = Object.entries(parts)
      .filter(([name]) => attributes[name])
      .map(([, className]) => className);
    if (comments.length === 0) own.push('no-comments');
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, { class: own.join(' ') });
    if (comments.length === 0) return `<div${outer}>There are no comments to show.</div>`;
    const context = new RequestContext();
    const items = comments.map((comment) => itemMarkup(dependencies, comment, attributes, context));
    return `<ol${outer}>${(await Promise.all(items)).join('')}</ol>`;
  },
});

async function itemMarkup(
  dependencies: BlockDependencies,
  comment: RecentComment,
  attributes: Attributes,
  context: RequestContext,
): Promise<string> {
  const name = (part: string) => attrs({ class: blockClass(dependencies.site, `latest-comments__comment${part}`) });
  const about = await aboutMarkup(dependencies, comment, name, context);
  const date = attributes.displayDate ? dateMarkup(dependencies, comment, name('-date')) : '';
  const excerpt = attributes.displayExcerpt
    ? `<div${name('-excerpt')}><p>${escapeHtml(trimWords(comment.content, EXCERPT_WORDS, '&hellip;'))}</p></div>`
    : '';
  const avatar = attributes.displayAvatar ? avatarMarkup(dependencies, comment) : '';
  return `<li${name('')}>${avatar}<article><footer${name('-meta')}>${about}${date}</footer>${excerpt}</article></li>`;
}

/** Who wrote the comment, and on what. */
async function aboutMarkup(
  dependencies: Pick<BlockDependencies, 'permalinks' | 'posts' | 'renderer'>,
  comment: RecentComment,
  name: (part: string) => string,
  context: RequestContext,
): Promise<string> {
  const post = (await dependencies.posts.loader(context).load(comment.post))!;
  const writer = escapeHtml(comment.authorName) || 'Anonymous';
  const url = cleanUrl(comment.authorUrl);
  const author =
    url === ''
      ? `<span${name('-author')}>${writer}</span>`
      : `<a${name('-author')}${attrs({ href: url })}>${writer}</a>`;
  const href = cleanUrl(`${await dependencies.permalinks.forPost(post, context)}#comment-${comment.id}`);
  return `${author} on <a${name('-link')}${attrs({ href })}>${itemTitle(dependencies, post)}</a>`;
}

function dateMarkup(
  { options, clock }: Pick<BlockDependencies, 'clock' | 'options'>,
  { date }: RecentComment,
  name: string,
): string {
  const zone = clock.zone();
  const shown = formatLocalDate(date, String(options.get('date_format', '')), zone);
  return `<time${attrs({ datetime: formatLocalDate(date, 'c', zone) })}${name}>${escapeHtml(shown)}</time>`;
}

function avatarMarkup(
  dependencies: Pick<BlockDependencies, 'avatars' | 'options' | 'site'>,
  { authorEmail }: RecentComment,
): string {
  const avatars = shownAvatars(dependencies);
  if (avatars === undefined) return '';
  const className = blockClass(dependencies.site, 'latest-comments__comment-avatar');
  return avatarImage(avatars, authorEmail, { size: AVATAR, className });
}
