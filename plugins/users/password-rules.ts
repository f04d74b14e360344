import { type MaybePromise, RestError, serviceToken } from '../../core/index.ts';
import type { User, UserInput } from './user.ts';

/** Whose password it is to be: names and addresses as they will be stored. */
export type PasswordOwner = Pick<
  User,
  'login' | 'email' | 'displayName' | 'firstName' | 'lastName' | 'nickname' | 'nicename'
>;

/** Says in a sentence why a password may not be a user's; undefined where it may. */
export type PasswordRule = (password: string, owner: PasswordOwner) => MaybePromise<string | undefined>;

/**
 * The rules for new passwords, which the store of users applies for all that set one: routes, commands, pages. They are a service
 * and no hook, because passwords ride on no hook.
 */
export class PasswordRuleList {
  readonly #rules: PasswordRule[] = [];

  /** Adds a rule; the first that refuses a password says why. */
  add(rule: PasswordRule): void {
    this.#rules.push(rule);
  }

  /**
   * Checks the password of an input that makes or changes a user.
   * @param old reads the user as it is; null for a new one
   * @throws an error object `rest_user_invalid_password` with status 400
   */
  async check(input: UserInput, old: () => Promise<User | null>): Promise<void> {
    const { password = '', passwordHash } = input;
    if (this.#rules.length === 0 || password === '' || passwordHash !== undefined) return;
    const owner = { ...NOBODY, ...(await old()), ...given(input) };
    for (const rule of this.#rules) {
      const reason = await rule(password, owner);
      if (reason !== undefined) throw new RestError('rest_user_invalid_password', reason, { status: 400 });
    }
  }
}

const NOBODY: PasswordOwner = {
  login: '',
  email: '',
  displayName: '',
  firstName: '',
  lastName: '',
  nickname: '',
  nicename: '',
};

/** The names that an input sets. */
const given = (input: UserInput): Partial<PasswordOwner> =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => Object.hasOwn(NOBODY, name) && value !== undefined),
  );

/** The rules for new passwords. */
export type PasswordRules = PasswordRuleList;

/** The token of the rules for new passwords. */
export const PasswordRules = serviceToken('password-rules', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'password-rules': PasswordRules;
  }
}
