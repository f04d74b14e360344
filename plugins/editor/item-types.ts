import type { CurrentUser } from '../../core/index.ts';
import type { ContentType, ContentTypes } from '../content-types/index.ts';

/** Whether items of a type are written with blocks. */
const isWritten = (type: ContentType): boolean => type.show_ui && type.show_in_rest && type.supports.has('editor');

/** The types whose items a user may write, by the order of their registration. */
export const typesFor = (user: CurrentUser, types: ContentTypes): ContentType[] =>
  types.all().filter((type) => isWritten(type) && user.can(type.cap.edit_posts!));

/** The type of a name, if a user may write its items. */
export const typeFor = (name: string, user: CurrentUser, types: ContentTypes): ContentType | undefined =>
  typesFor(user, types).find((type) => type.name === name);
