import type { RestRequest } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { EDIT_MENUS } from './builtin.ts';
import { menuErrors as errors } from './errors.ts';

/** Lets users read menus who may change them, or edit items of some type; throws `rest_cannot_view` for all others. */
export function checkMayView(request: RestRequest, types: ContentTypes): void {
  const { user } = request;
  if (!user.can(EDIT_MENUS) && !types.editableBy(user)) throw errors.rest_cannot_view(request);
}
