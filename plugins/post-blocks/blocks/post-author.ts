import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { avatarImage, shownAvatars } from '../../avatars/index.ts';
import {
  attrs,
  blockClass,
  COLOR,
  SPACING,
  textAlignClass,
  typography,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import { type BlockType, type RenderContext, requestOf } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { type User, userLink } from '../../users/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { authorOf, textOf } from '../item.ts';

const TYPE = {
  name: 'core/post-author',
  title: 'Post author',
  category: 'theme',
  usesContext: ['postType', 'postId', 'queryId'],
  attributes: {
    textAlign: { type: 'string' },
    avatarSize: { type: 'number', default: 48 },
    showAvatar: { type: 'boolean', default: true },
    showBio: { type: 'boolean' },
    byline: { type: 'string' },
    isLink: { type: 'boolean', default: false },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    html: false,
    spacing: SPACING,
    typography: typography(),
    color: { ...COLOR, __experimentalDuotone: '.wp-block-post-author__avatar img' },
  },
} as const satisfies BlockType;

/** The most pixels that a picture is wide. */
const LARGEST = 1024;

/** Who wrote an item: name, picture, and what there is to say of the author. */
export const postAuthor = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { options, site } = dependencies;
    const author = await authorOf(block, context, dependencies);
    if (author === null) return '';
    const part = (name: string, element: string, markup: string) =>
      `<${element}${attrs({ class: blockClass(site, `post-author__${name}`) })}>${markup}</${element}>`;
    const { byline, isLink, linkTarget, showAvatar, showBio } = attributes;
    const name = escapeHtml(author.displayName);
    const link = attrs({ href: cleanUrl(userLink(author, site, options)), target: textOf(linkTarget) });
    const content = [
      textOf(byline) && part('byline', 'p', ksesData(textOf(byline))),
      part('name', 'p', isLink ? `<a${link}>${name}</a>` : name),
      showBio ? part('bio', 'p', ksesData(author.description)) : '',
    ];
    const picture = showAvatar ? avatarOf(author, Number(attributes.avatarSize), dependencies, context) : '';
    const outer = wrapperAttributes(site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<div${outer}>${picture && part('avatar', 'div', picture)}${part('content', 'div', content.join(''))}</div>`;
  },
});

/** The picture of an author; none where the site shows none. */
function avatarOf(
  { email }: User,
  size: number,
  dependencies: Pick<PostBlockDependencies, 'avatars' | 'options'>,
  context: RenderContext,
): string {
  const avatars = shownAvatars(dependencies);
  if (avatars === undefined || !(size >= 1)) return '';
  return avatarImage(avatars, email, { size: Math.min(Math.trunc(size), LARGEST), context: requestOf(context) });
}
