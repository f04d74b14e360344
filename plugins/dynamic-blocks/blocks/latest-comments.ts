import { RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { type BlockType, trimWords } from '../../content-rendering/index.ts';
import { flag, number, withCommon } from '../attributes.ts';
import { type BlockDependencies, blockClass } from '../dependencies.ts';
import { itemTitle } from '../item-title.ts';
import { formatLocalDate } from '../local-date.ts';
import { type Attributes, attrs, classes } from '../markup.ts';
import { type RecentComment, recentComments } from '../recent-comments.ts';

const AVATAR = 48;
const EXCERPT_WORDS = 20;

/** The newest comments. */
export const latestComments = (dependencies: BlockDependencies): BlockType => ({
  name: 'core/latest-comments',
  title: 'Latest comments',
  category: 'widgets',
  attributes: withCommon({
    commentsToShow: number(5, { minimum: 1, maximum: 100 }),
    displayAvatar: flag(true),
    displayDate: flag(true),
    displayExcerpt: flag(true),
  }),
  async render(attributes) {
    const comments = await recentComments(dependencies, Math.trunc(Number(attributes.commentsToShow)));
    const outer = attrs({
      class: classes(
        attributes,
        blockClass(dependencies.site, 'latest-comments'),
        attributes.displayAvatar === true && 'has-avatars',
        attributes.displayDate === true && 'has-dates',
        attributes.displayExcerpt === true && 'has-excerpts',
        comments.length === 0 && 'no-comments',
      ),
    });
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
  const footer = [await aboutMarkup(dependencies, comment, name, context)];
  if (attributes.displayDate) footer.push(dateMarkup(dependencies, comment, name('-date')));
  const excerpt = attributes.displayExcerpt
    ? `<div${name('-excerpt')}><p>${escapeHtml(trimWords(comment.content, EXCERPT_WORDS, '&hellip;'))}</p></div>`
    : '';
  const avatar = attributes.displayAvatar ? avatarMarkup(dependencies, comment, name('-avatar')) : '';
  return `<li${name('')}>${avatar}<article><footer${name('-meta')}>${footer.join(' ')}</footer>${excerpt}</article></li>`;
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
      : `<a${name('-author')}${attrs({ href: url, rel: 'nofollow ugc' })}>${writer}</a>`;
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
  { avatars, options }: Pick<BlockDependencies, 'avatars' | 'options'>,
  { authorEmail }: RecentComment,
  name: string,
): string {
  if (avatars === undefined || Number(options.get('show_avatars', 1)) === 0) return '';
  const src = avatars(authorEmail)[String(AVATAR)];
  if (src === undefined) return '';
  return `<img${attrs({ alt: '', src, height: AVATAR, width: AVATAR, loading: 'lazy' })}${name} />`;
}
