import type { Claimant, Reauthentication } from '../sessions/index.ts';
import type { TwoFactors } from './store.ts';

/** What somebody gives to prove who they are; empty texts for nothing. */
export interface Proof {
  readonly otp: string;
  readonly password: string;
}

/** Whether somebody has given a code of theirs, or their password. @throws an error object with status 429 or 503 */
export async function isProven(
  claimant: Claimant,
  { otp, password }: Proof,
  { factors, reauthentication }: { readonly factors: TwoFactors; readonly reauthentication: Reauthentication },
): Promise<boolean> {
  if (otp !== '') return reauthentication.attempt(claimant, () => factors.verify(claimant.userId, otp));
  return reauthentication.isPassword(claimant, password);
}
