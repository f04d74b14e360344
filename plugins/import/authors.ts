import { readFile } from 'node:fs/promises';
import { CommandError } from '../../core/index.ts';
import { sanitizeUser, type User, type UserStore } from '../users/index.ts';
import type { WxrAuthor } from './records.ts';

/** How the authors of an export are treated: made where missing, left out, or mapped to logins of ours. */
export type AuthorRule = 'create' | 'skip' | ReadonlyMap<string, string>;

/** Reads the `--authors` flag: `create`, `skip`, or a CSV file of `old_user_login,new_user_login`. */
export async function authorRule(flag: string | boolean | undefined): Promise<AuthorRule> {
  if (flag === 'create' || flag === 'skip') return flag;
  if (typeof flag !== 'string') throw new CommandError('--authors is missing: give create, skip, or a CSV file');
  let text: string;
  try {
    text = await readFile(flag, 'utf8');
  } catch {
    throw new CommandError(`--authors=${flag}: neither create nor skip, and no such file`);
  }
  const [header, ...rows] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (header?.trim() !== 'old_user_login,new_user_login') {
    throw new CommandError(`${flag}: the first line must be old_user_login,new_user_login`);
  }
  return new Map(rows.map((row) => row.split(',', 2).map((cell) => cell.trim()) as [string, string]));
}

/** Finds or makes the users for the authors of an export. */
export class Authors {
  readonly #users: UserStore;
  readonly #rule: AuthorRule;
  readonly #ids = new Map<string, number>();
  readonly #byNumber = new Map<number, number>();
  /** The user who gets content without a known author: an administrator, or 0. */
  readonly #fallback: number;
  created = 0;

  constructor(users: UserStore, rule: AuthorRule, fallback: number) {
    this.#users = users;
    this.#rule = rule;
    this.#fallback = fallback;
  }

  /** Takes an author that the export describes. */
  async add(author: WxrAuthor): Promise<void> {
    if (this.#rule === 'skip' || author.login === '') return;
    const login = this.#rule === 'create' ? author.login : this.#rule.get(author.login);
    if (login === undefined || login === '') return;
    const known =
      (await this.#users.byLogin(login)) ?? (author.email === '' ? null : await this.#users.byEmail(author.email));
    const user = known ?? (await this.#create({ ...author, login }));
    this.#ids.set(author.login, user.id);
    if (author.id > 0) this.#byNumber.set(author.id, user.id);
  }

  /** Our id of an author's login; the fallback's for one that was left out, 0 where none is named. */
  idOf(login: string): number {
    if (login === '') return 0;
    return this.#ids.get(login) ?? this.#fallback;
  }

  /** Our id of the author of a number in the exported site; 0 for an unknown one, as for a visitor. */
  byNumber(number: number): number {
    return this.#byNumber.get(number) ?? 0;
  }

  /** Makes a user without a password, for whom no hash is computed: nobody can sign in until a password is set. */
  async #create(author: WxrAuthor): Promise<User> {
    this.created++;
    return this.#users.create({
      login: sanitizeUser(author.login, true),
      email: author.email,
      displayName: author.displayName || author.login,
      firstName: author.firstName,
      lastName: author.lastName,
      roles: ['author'],
      importId: author.id,
    });
  }
}
