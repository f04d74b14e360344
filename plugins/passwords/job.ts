import type { HashFormat } from './format.ts';

/**
 * What a thread is asked: to hash a password in a format, at a cost for ours, or to check one against hashes, of which the
 * first decides.
 */
export type Job =
  | { readonly password: string; readonly format?: HashFormat; readonly ln: number }
  | { readonly password: string; readonly hashes: readonly string[] };

/** What a thread answers: the hash, or whether the first hash fits. */
export type Outcome = { readonly value: string | boolean } | { readonly error: string };
