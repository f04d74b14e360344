import { sql } from 'kysely';
import type { UserStoreDependencies } from './dependencies.ts';

type HashKindsDependencies = Pick<UserStoreDependencies, 'database' | 'passwords'>;

/** How many users are looked at, the oldest, who may have come with the hashes of another system. */
const LOOKED_AT = 10_000;

/**
 * The beginning of a hash, which says its kind and its cost, but not its salt: `$P$B`, `$2y$10$`, `$wp$2y$10$`,
 * `$scrypt$ln=15,r=8,p=3$`. A plain MD5 digest says it by its length.
 */
const BEGINNING = sql<string>`case
  when user_pass like '$P$%' or user_pass like '$H$%' then substr(user_pass, 1, 4)
  when user_pass like '$2%' then substr(user_pass, 1, 7)
  when user_pass like '$wp$%' then substr(user_pass, 1, 10)
  when user_pass like '$scrypt$%' then substr(user_pass, 1, 25)
  when length(user_pass) = 32 then 'md5'
  else '' end`;

/**
 * The kinds of password hashes that users of the site have, a sample of each. A password is checked against all of
 * them, so that the time tells neither whether there is a user nor what hash the user has.
 */
export class HashKinds {
  readonly #dependencies: HashKindsDependencies;
  #samples: Promise<Map<string, string>> | undefined;

  constructor(dependencies: HashKindsDependencies) {
    this.#dependencies = dependencies;
  }

  /** A hash to check, the stored one or failing that a decoy, and one of each other kind. */
  async alike(stored: string): Promise<{ readonly hash: string; readonly others: readonly string[] }> {
    const { passwords } = this.#dependencies;
    this.#samples ??= this.#read();
    const samples = await this.#samples.catch((error) => {
      this.#samples = undefined;
      throw error;
    });
    const decoy = passwords.decoy();
    const hash = passwords.kindOf(stored) === '' ? decoy : stored;
    const kind = passwords.kindOf(hash);
    if (!samples.has(kind)) samples.set(kind, hash);
    return { hash, others: [...samples].filter(([other]) => other !== kind).map(([, sample]) => sample) };
  }

  async #read(): Promise<Map<string, string>> {
    const { database, passwords } = this.#dependencies;
    const oldest = database.db.selectFrom('users').select('user_pass').orderBy('ID').limit(LOOKED_AT).as('oldest');
    const rows = await database.db
      .selectFrom(oldest)
      .select(({ fn }) => fn.min('user_pass').as('hash'))
      .groupBy(BEGINNING)
      .execute();
    const hashes = [passwords.decoy(), ...rows.map(({ hash }) => String(hash))];
    const samples = new Map(hashes.map((hash) => [passwords.kindOf(hash), hash]));
    samples.delete('');
    return samples;
  }
}
