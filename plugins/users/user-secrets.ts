import { serviceToken } from '../../core/index.ts';
import type { MetaValues } from '../meta/index.ts';
import type { User } from './user.ts';

/** What of a user rides on no hook and in no answer. */
interface Secrets {
  /** The hash of the password; empty for a user without one. */
  readonly passwordHash: string;
  /** The reserved metadata: roles, login sessions, application passwords and the like. */
  readonly meta: MetaValues;
}

/** Tells what of a user that has been read is kept from hooks, fields and most plugins. */
export interface UserSecrets {
  /** The secrets of a user as the store gave it; throws for an object that no store gave. */
  of(user: User): Secrets;
}

/** The token of the secrets of users. */
export const UserSecrets = serviceToken('user-secrets', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'user-secrets': UserSecrets;
  }
}

const secrets = new WeakMap<User, Secrets>();

/** Notes the secrets of a user that was read; gives the user back. */
export function withSecrets(user: User, own: Secrets): User {
  secrets.set(user, own);
  return user;
}

/** The secrets of users that were read. */
export const secretsOf = (user: User): Secrets => {
  const own = secrets.get(user);
  if (own === undefined) throw new TypeError('the secrets of a user are known of the object that the store gave');
  return own;
};
