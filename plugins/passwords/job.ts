/** What a thread is asked: to hash a password at a cost, or to check one against hashes, of which the first decides. */
export type Job =
  | { readonly password: string; readonly ln: number }
  | { readonly password: string; readonly hashes: readonly string[] };

/** What a thread answers: the hash, or whether the first hash fits. */
export type Outcome = { readonly value: string | boolean } | { readonly error: string };
