import type { PasswordOwner, PasswordRule } from '../users/index.ts';

/** The shortest part of a name that a password may not hold; shorter ones stand in too many words. */
const SHORTEST_PART = 4;

/** Refuses passwords of fewer characters. */
export const longEnough =
  (least: number): PasswordRule =>
  (password) =>
    [...password].length < least ? `A password has at least ${least} characters.` : undefined;

/** Refuses passwords that hold a name or a part of the e-mail address of their user. */
export const withoutNames: PasswordRule = (password, owner) => {
  const text = plain(password);
  return partsOf(owner).some((part) => text.includes(part))
    ? 'A password does not hold the name or the e-mail address of its user.'
    : undefined;
};

/** Refuses passwords of a list, whatever the case of their letters. */
export function notAmong(list: Iterable<string>): PasswordRule {
  const common = new Set([...list].map(plain));
  return (password) => (common.has(plain(password)) ? 'Too many people use this password.' : undefined);
}

/** A text in which letters of either case and their variants are the same. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The names of a user and the words of them, and the same of the e-mail address. */
function partsOf({ login, email, displayName, firstName, lastName, nickname, nicename }: PasswordOwner): string[] {
  const names = [login, email, displayName, firstName, lastName, nickname, nicename].map(plain);
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]/u));
  return [...names, ...words].filter((part) => [...part].length >= SHORTEST_PART);
}
