import type { RestRequest, Site } from '../../core/index.ts';
import { toWireDate } from '../../core/site/index.ts';
import { shownAvatars } from '../avatars/index.ts';
import type { UserServices } from './services.ts';
import type { User } from './user.ts';
import { userLink } from './user-link.ts';

/** The fields of a user, each worked out only when it is requested, in the order of the answer. */
export function userValues(
  user: User,
  request: RestRequest,
  site: Site,
  services: Pick<UserServices, 'avatars' | 'meta' | 'options' | 'roles'>,
): Record<string, () => unknown> {
  const { options, roles, meta } = services;
  const avatars = shownAvatars(services);
  return {
    id: () => user.id,
    username: () => user.login,
    name: () => user.displayName,
    first_name: () => user.firstName,
    last_name: () => user.lastName,
    email: () => user.email,
    url: () => user.url,
    description: () => user.description,
    link: () => userLink(user, site, options),
    locale: () => user.locale || options.get('WPLANG', '') || 'en_US',
    nickname: () => user.nickname,
    slug: () => user.nicename,
    roles: () => user.roles,
    registered_date: () => `${toWireDate(user.registered) ?? '1970-01-01T00:00:00'}+00:00`,
    capabilities: () => roles.capabilitiesOf(user.capabilities),
    extra_capabilities: () => user.capabilities,
    ...(avatars !== undefined ? { avatar_urls: () => avatars(user.email, request.context) } : {}),
    meta: () => meta.metaValue('user', '', user.meta, request),
  };
}
