import { isLoggedIn, type Site } from '../../core/index.ts';
import { REST_API_VERSION } from '../../core/rest/index.ts';
import type { Options } from '../options/index.ts';
import type { UserStore } from '../users/index.ts';
import type { AbilityArgs } from './ability.ts';
import type { Abilities } from './registry.ts';

/** The services that the site's own abilities read from. */
export interface OwnServices {
  readonly site: Site;
  readonly options: Options;
  readonly users: UserStore;
}

/** The abilities that every site has. */
export function registerOwnAbilities(abilities: Abilities, services: OwnServices): void {
  abilities.registerCategory('site', { label: 'Site', description: 'What there is to know and to do about the site.' });
  abilities.registerCategory('user', { label: 'User', description: 'What there is to know and to do about users.' });
  abilities.register('core/get-site-info', {
    label: 'Site information',
    description: 'Tells the name of the site, its addresses, its language and more.',
    category: 'site',
    ...chosen(siteInfo(services)),
    show_in_rest: true,
    annotations: { readonly: true, destructive: false, idempotent: true },
    permission_callback: (_input, { user }) => user.can('manage_options'),
  });
  abilities.register('core/get-user-info', {
    label: 'User information',
    description: 'Tells the name, the roles and the locale of the current user.',
    category: 'user',
    output_schema: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        display_name: { type: 'string' },
        user_nicename: { type: 'string' },
        user_login: { type: 'string' },
        roles: { type: 'array', items: { type: 'string' } },
        locale: { type: 'string' },
      },
    },
    show_in_rest: true,
    annotations: { readonly: true, destructive: false, idempotent: true },
    permission_callback: (_input, { user }) => isLoggedIn(user),
    execute_callback: async (_input, { user }) => {
      const found = await services.users.byId(user.id);
      if (found === null) return {};
      const { id, displayName, nicename, login, roles, locale } = found;
      return {
        id,
        display_name: displayName,
        user_nicename: nicename,
        user_login: login,
        roles,
        locale: locale || localeOf(services.options),
      };
    },
  });
  abilities.register('core/get-environment-info', {
    label: 'Environment information',
    description: 'Tells what the site runs on.',
    category: 'site',
    ...chosen({
      environment: () => (services.site.debug ? 'development' : 'production'),
      node_version: () => process.version,
      version: () => REST_API_VERSION,
    }),
    show_in_rest: true,
    annotations: { readonly: true, destructive: false, idempotent: true },
    permission_callback: (_input, { user }) => user.can('manage_options'),
  });
}

const siteInfo = ({ site, options }: OwnServices): Record<string, () => string> => ({
  name: () => String(options.get('blogname', '')),
  description: () => String(options.get('blogdescription', '')),
  url: () => site.home,
  admin_email: () => String(options.get('admin_email', '')),
  charset: () => 'UTF-8',
  language: () => localeOf(options).replace('_', '-'),
  version: () => REST_API_VERSION,
});

const localeOf = (options: Options): string => String(options.get('WPLANG', '')) || 'en_US';

/** An ability that answers with texts: those whose names are requested, or all. */
function chosen(
  texts: Record<string, () => string>,
): Pick<AbilityArgs, 'input_schema' | 'output_schema' | 'execute_callback'> {
  const names = Object.keys(texts);
  return {
    input_schema: {
      type: 'object',
      properties: {
        fields: {
          description: 'What to tell; everything when left out.',
          type: 'array',
          items: { type: 'string', enum: names },
        },
      },
      additionalProperties: false,
      default: {},
    },
    output_schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      additionalProperties: false,
    },
    execute_callback: (input) => {
      const { fields = names } = input as { fields?: readonly string[] };
      return Object.fromEntries(fields.map((name) => [name, texts[name]!()]));
    },
  };
}
