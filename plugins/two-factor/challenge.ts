import { isRestError } from '../../core/index.ts';
import type { LoginChallenge, Sessions } from '../sessions/index.ts';
import type { User } from '../users/index.ts';
import { otpField, recoveryCodes, setupFields } from './fields.ts';
import type { TwoFactors } from './store.ts';

/** What the challenges of logins need. */
export interface ChallengeParts {
  readonly factors: TwoFactors;
  readonly sessions: Sessions;
  /** The address by which an app takes over a user's secret. */
  readonly uriOf: (secret: string, user: User) => string;
}

/** Asks a user who has a second factor for a code. */
export const codeChallenge = (user: User, { factors }: ChallengeParts): LoginChallenge => ({
  title: 'Two-factor authentication',
  fields: otpField(),
  verify: (field) => factors.verify(user.id, field('otp')),
});

/** Has a user set up the second factor that a role requires; there is no session before. */
export async function setupChallenge(user: User, parts: ChallengeParts): Promise<LoginChallenge> {
  const { factors, sessions, uriOf } = parts;
  const secret = await factors.begin(user.id, { goesOn: true });
  return {
    title: 'Set up two-factor authentication',
    fields: await setupFields(secret, uriOf(secret, user)),
    verify: async (field) => {
      try {
        const codes = await factors.confirm(user.id, field('otp'));
        await sessions.destroyAll(user.id);
        return recoveryCodes(codes);
      } catch (error) {
        if (isRestError(error) && error.code === 'two_factor_invalid_otp') return false;
        throw error;
      }
    },
  };
}
