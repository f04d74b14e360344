import { type PluginHooks, RestError } from '../../core/index.ts';
import { isNumeric, toText } from '../../core/schema/index.ts';
import { MAX_PASSWORD_BYTES } from '../passwords/index.ts';
import { userErrors as errors } from './errors.ts';
import { sanitizeUser } from './sanitize-user.ts';

/** Checks a login name that a request sends. */
export const checkUsername =
  (hooks: PluginHooks) =>
  (value: unknown): string | RestError => {
    const name = toText(value);
    const illegal = hooks.filter('illegal_user_logins').call([]);
    const isValid = name !== '' && sanitizeUser(name, true) === name && !illegal.includes(name.toLowerCase());
    return isValid ? name : errors.rest_user_invalid_username();
  };

/** Checks a password that a request sends. A backslash is refused because other systems store it altered. */
export function checkPassword(value: unknown): string | RestError {
  const password = toText(value);
  const isFit = password !== '' && !password.includes('\\') && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
  return isFit ? password : errors.rest_user_invalid_password();
}

/** Checks the user who takes over the content of a deleted user: an id, or false for none. */
export function checkReassign(value: unknown): unknown {
  if (isNumeric(value)) return value;
  if (value === false || value === 'false' || value === '' || value === 0) return false;
  return new RestError('rest_invalid_param', 'reassign is the id of a user, or false.', { status: 400 });
}
