import { type CurrentUser, type PluginHooks, serviceToken } from '../../core/index.ts';
import type { Credentials } from '../../core/rest/index.ts';
import type { Options } from '../options/index.ts';
import type { Role } from './default-roles.ts';
import { allCapabilities, type Capabilities, RoleUser, rolesAmong } from './role-user.ts';

/** The site's roles. */
export interface Roles {
  /** The roles by slug. */
  all(): ReadonlyMap<string, Role>;
  get(slug: string): Role | undefined;
  /** Adds a role, or changes one. */
  set(slug: string, role: Role): Promise<void>;
  /** Removes a role; answers whether there was one. */
  delete(slug: string): Promise<boolean>;
  /** The roles among a user's own capabilities. */
  among(own: Capabilities): string[];
  /** The capabilities that a user's roles and own entries give. */
  capabilitiesOf(own: Capabilities): Record<string, boolean>;
  /** The user of an id as permission checks see it; `own` are the capabilities of the user's record, roles included. */
  createUser(id: number, own: Capabilities): CurrentUser;
}

/** The token of the site's roles. */
export const Roles = serviceToken('roles', {
  requiredPermissions: ['authentication', 'users:write'],
  reads: ['all', 'get', 'among', 'capabilitiesOf'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    roles: Roles;
  }
}

/** The roles that an option holds. */
export class OptionRoles implements Roles {
  readonly #options: Options;
  readonly #option: string;
  readonly #hooks: PluginHooks;
  #stored: unknown;
  #roles: ReadonlyMap<string, Role> = new Map();

  readonly #credentials: Credentials;

  constructor(options: Options, option: string, hooks: PluginHooks, credentials: Credentials) {
    this.#credentials = credentials;
    this.#options = options;
    this.#option = option;
    this.#hooks = hooks;
  }

  all(): ReadonlyMap<string, Role> {
    const stored = this.#options.get(this.#option);
    if (stored !== this.#stored) {
      this.#stored = stored;
      this.#roles = readRoles(stored);
    }
    return this.#roles;
  }

  get(slug: string): Role | undefined {
    return this.all().get(slug);
  }

  async set(slug: string, role: Role): Promise<void> {
    let before: Role | undefined;
    await this.#options.change(this.#option, (stored) => {
      const roles = readRoles(stored);
      before = roles.get(slug);
      return new Map([...roles, [slug, role]]);
    });
    await this.#hooks.action('updated_role').promise(slug, before, role);
  }

  async delete(slug: string): Promise<boolean> {
    let before: Role | undefined;
    await this.#options.change(this.#option, (stored) => {
      const roles = new Map(readRoles(stored));
      before = roles.get(slug);
      return roles.delete(slug) ? roles : stored;
    });
    if (before === undefined) return false;
    await this.#hooks.action('updated_role').promise(slug, before, undefined);
    return true;
  }

  among(own: Capabilities): string[] {
    return rolesAmong(own, this.all());
  }

  capabilitiesOf(own: Capabilities): Record<string, boolean> {
    return allCapabilities(own, this.all());
  }

  createUser(id: number, own: Capabilities): RoleUser {
    return this.#credentials.vouch(new RoleUser(id, own, this.all(), this.#hooks));
  }
}

/** Reads the value of the option. Other tools write it too, so its shape is checked. */
function readRoles(stored: unknown): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  if (typeof stored !== 'object' || stored === null) return roles;
  for (const [slug, entry] of Object.entries(stored)) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { name = slug, capabilities = {} } = entry as { name?: unknown; capabilities?: object };
    roles.set(slug, { name: String(name), capabilities: readCapabilities(capabilities) });
  }
  return roles;
}

/** Reads stored capabilities: `true`, 1 and `'1'` give, anything else takes away. */
export function readCapabilities(stored: unknown): Record<string, boolean> {
  const capabilities: Record<string, boolean> = Object.create(null);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return capabilities;
  for (const [name, value] of Object.entries(stored))
    capabilities[name] = value === true || value === 1 || value === '1';
  return capabilities;
}
