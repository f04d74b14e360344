import type { RequestContext } from '../../../core/index.ts';
import { cleanUrl } from '../../../core/text/index.ts';
import { avatarImage, shownAvatars } from '../../avatars/index.ts';
import { attrs, blockClass, groupStyle, SPACING, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockInstance, type BlockType, requestOf } from '../../content-rendering/index.ts';
import { isViewable } from '../../content-types/index.ts';
import { userLink } from '../../users/index.ts';
import type { SiteBlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/avatar',
  title: 'Avatar',
  category: 'theme',
  usesContext: ['postType', 'postId', 'commentId'],
  attributes: {
    userId: { type: 'number' },
    size: { type: 'number', default: 96 },
    isLink: { type: 'boolean', default: false },
    linkTarget: { type: 'string', default: '_self' },
  },
  supports: {
    html: false,
    align: true,
    alignWide: false,
    spacing: SPACING,
    __experimentalBorder: {
      __experimentalSkipSerialization: true,
      radius: true,
      width: true,
      color: true,
      style: true,
      __experimentalDefaultControls: { radius: true },
    },
    color: { text: false, background: false, __experimentalDuotone: 'img' },
  },
} satisfies BlockType;

/** The most pixels that an avatar is wide. */
const LARGEST = 1024;

/** Whose avatar is shown. */
interface Person {
  readonly name: string;
  readonly email: string;
  /** The address that the avatar links to, and what there is. */
  readonly href?: string;
  readonly page?: string;
}

/** The avatar of a user, of the author of the comment or of the item that is shown, or of nobody. */
export const avatar = (dependencies: SiteBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { site } = dependencies;
    const avatars = shownAvatars(dependencies);
    if (avatars === undefined) return '';
    const request = requestOf(context);
    const person = await find(dependencies, Number(attributes.userId ?? 0), block, request);
    const border = groupStyle('border', TYPE, attributes, true);
    const image = avatarImage(avatars, person.email, {
      size: Math.min(Math.max(Math.trunc(Number(attributes.size)), 1), LARGEST),
      alt: `${person.name} Avatar`,
      className: `${blockClass(site, 'avatar__image')} ${border.classes.join(' ')} `,
      attributes: ` style="${border.css.replaceAll('"', '&quot;')}"`,
      context: request,
    });
    const inNew = attributes.linkTarget === '_blank';
    const link = attrs({
      href: person.href,
      target: inNew ? '_blank' : '_self',
      'aria-label': inNew && person.page ? `(${person.page}, opens in a new tab)` : undefined,
      class: blockClass(site, 'avatar__link'),
    });
    const shown = attributes.isLink && person.href ? `<a${link}>${image}</a>` : image;
    return `<div${wrapperAttributes(site, TYPE, attributes)}>${shown}</div>`;
  },
});

async function find(
  dependencies: SiteBlockDependencies,
  userId: number,
  { context: { commentId, postId } }: BlockInstance,
  request: RequestContext,
): Promise<Person> {
  if (Number.isSafeInteger(userId) && userId > 0) return (await authorNamed(dependencies, userId, request)) ?? NOBODY;
  if (commentId !== undefined) return authorOfComment(dependencies, Number(commentId), request);
  const post = postId === undefined ? null : await dependencies.posts.loader(request).load(Number(postId));
  const author = post === null ? null : await dependencies.users.loader(request).load(post.author);
  return author === null ? NOBODY : personOf(dependencies, author);
}

const NOBODY: Person = { name: '', email: '' };

type Named = NonNullable<Awaited<ReturnType<SiteBlockDependencies['users']['byId']>>>;

const personOf = ({ options, site }: Pick<SiteBlockDependencies, 'options' | 'site'>, user: Named): Person => ({
  name: user.displayName,
  email: user.email,
  href: cleanUrl(userLink(user, site, options)),
  page: `${user.displayName} author archive`,
});

/** A user by the id that an attribute names: only one whose published items make them public. */
async function authorNamed(
  dependencies: SiteBlockDependencies,
  id: number,
  request: RequestContext,
): Promise<Person | null> {
  const { types, users } = dependencies;
  const names = types
    .all()
    .filter((type) => isViewable(type))
    .map(({ name }) => name);
  const user = await users.loader(request).load(id);
  return user !== null && (await users.hasPublished(request, id, names)) ? personOf(dependencies, user) : null;
}

async function authorOfComment(
  { comments, users }: SiteBlockDependencies,
  id: number,
  request: RequestContext,
): Promise<Person> {
  const comment = (await comments?.loader(request).load(id)) ?? null;
  if (comment === null) return NOBODY;
  const member = comment.author > 0 ? await users.loader(request).load(comment.author) : null;
  const href = cleanUrl(comment.authorUrl);
  return {
    name: comment.authorName,
    email: member?.email ?? comment.authorEmail,
    ...(href === '' ? {} : { href, page: `${comment.authorName} website link` }),
  };
}
