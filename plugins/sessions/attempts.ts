import type { Subject, Throttles } from '../throttles/index.ts';
import type { User } from '../users/index.ts';

/** Who tries to prove who they are, and from where. */
export type Attempter = Pick<Subject, 'account' | 'address' | 'voucher'>;

const PASSWORD = { purpose: 'login' } as const;

/**
 * Answers to challenges are short: few may fail in an hour. They follow the right password, so that strangers cannot use
 * them up.
 */
const CHALLENGE = { purpose: 'login-challenge', limits: { attempts: 10, account: 20, seconds: 3600 } } as const;

/** Has a password tried; counted with all others of the account. @throws an error object with status 429 */
export const attemptPassword = <T>(
  throttles: Throttles,
  who: Attempter,
  work: () => Promise<T>,
  isSuccess: (found: T) => boolean,
): Promise<T> => throttles.attempt({ ...PASSWORD, ...who }, work, isSuccess);

/** Has an answer to a challenge tried, such as the code of a second factor. @throws an error object with status 429 */
export const attemptChallenge = <T>(throttles: Throttles, who: Attempter, work: () => Promise<T>): Promise<T> =>
  throttles.attempt({ ...CHALLENGE, ...who }, work, Boolean);

/** Remembers where a user has signed in: failures at other addresses cannot keep the user out there. */
export async function rememberAddress(throttles: Throttles, { login, email }: User, address: string): Promise<void> {
  await throttles.remember({ ...PASSWORD, address }, [login, email]);
  await throttles.remember({ ...CHALLENGE, address }, [login]);
}
