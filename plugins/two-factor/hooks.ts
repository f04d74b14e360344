import { asyncAction } from '../../core/index.ts';

const event = (meaning: string) =>
  asyncAction<[userId: number]>({ params: ['user_id'], requiredPermissions: 'users:read', meaning });

/** The hooks of second factors. */
export const twoFactorHooks = {
  two_factor_enabled: event('Fires after a user has set up a second factor.'),
  two_factor_disabled: event('Fires after the second factor of a user was disabled, by whomever.'),
};

type TwoFactorHooks = typeof twoFactorHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends TwoFactorHooks {}
}
