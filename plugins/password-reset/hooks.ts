import { asyncAction, asyncFilter } from '../../core/index.ts';
import type { User } from '../users/index.ts';
import type { PasswordErrors } from './password-errors.ts';

/** The hooks of setting a new password by a link. */
export const passwordResetHooks = {
  allow_password_reset: asyncFilter<[allowed: boolean, userId: number]>({
    params: ['allow', 'user_id'],
    requiredPermissions: 'authentication',
    meaning: 'Says whether a user may set a new password by a link; who asks for one learns nothing of it.',
    decides: true,
  }),
  retrieve_password: asyncAction<[login: string]>({
    params: ['user_login'],
    requiredPermissions: 'users:read',
    meaning: 'Fires before a link by which a user sets a new password is sent.',
  }),
  validate_password_reset: asyncAction<[errors: PasswordErrors, user: User]>({
    params: ['errors', 'user'],
    requiredPermissions: 'authentication',
    meaning: 'Fires before a new password is set by a link; an error that a tap adds refuses it, and is shown.',
    decides: true,
  }),
  password_reset: asyncAction<[user: User]>({
    params: ['user'],
    requiredPermissions: 'users:read',
    meaning: 'Fires before a password is set by a link, in the same transaction; the password is not told.',
  }),
  after_password_reset: asyncAction<[user: User]>({
    params: ['user'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a password was set by a link.',
  }),
};

type PasswordResetHooks = typeof passwordResetHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends PasswordResetHooks {}
}
