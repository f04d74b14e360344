import { cleanUrl, sanitizeEmail, sanitizeTextField, slugify } from '../../../core/text/index.ts';
import { freeName } from '../../database/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { storeErrors as errors } from '../errors.ts';
import { sanitizeUser } from '../sanitize-user.ts';
import type { User, UserInput } from '../user.ts';
import { type ReadDependencies, userWhere } from './read.ts';

const MAX_LOGIN = 60;
const MAX_NICENAME = 50;
const MAX_URL = 100;

/** How a new user sees the pages for administrators of WordPress, until the user chooses otherwise there. */
const PREFERENCES: PreparedMeta = {
  rich_editing: 'true',
  syntax_highlighting: 'true',
  comment_shortcuts: 'false',
  admin_color: 'fresh',
  use_ssl: '0',
  show_admin_bar_front: 'true',
};

/** A name for people: one line, without hostile markup. */
const cleanName = (text: string): string => ksesData(sanitizeTextField(text));

/** The columns of `users` that an input sets, password aside. */
export interface PreparedColumns {
  user_login?: string;
  user_email?: string;
  user_nicename?: string;
  user_url?: string;
  user_registered?: string;
  display_name?: string;
}

/** The metadata that an input sets, roles aside. */
export type PreparedMeta = Record<string, string>;

/**
 * Cleans and checks the input that makes or changes a user. Throws the errors of `UserStore.create`.
 * @param old the user that is changed; null for a new one
 */
export async function prepareUser(
  input: UserInput,
  old: User | null,
  dependencies: ReadDependencies,
): Promise<{ columns: PreparedColumns; meta: PreparedMeta }> {
  const columns: PreparedColumns = {};
  const login = old?.login ?? (await newLogin(input.login ?? '', dependencies));
  if (old === null) columns.user_login = login;
  if (input.email !== undefined || old === null)
    columns.user_email = await freeEmail(input.email ?? '', old, dependencies);
  if (input.nicename !== undefined || old === null) {
    columns.user_nicename = await freeNicename(input.nicename ?? '', login, old, dependencies);
  }
  if (input.url !== undefined || old === null) columns.user_url = checkedUrl(input.url ?? '');
  if (input.registered !== undefined) columns.user_registered = input.registered;

  const meta: PreparedMeta = {};
  const name = (key: string, text: string | undefined, standard = '') => {
    if (text !== undefined || old === null) meta[key] = cleanName(text ?? '') || standard;
  };
  name('nickname', input.nickname, login);
  name('first_name', input.firstName);
  name('last_name', input.lastName);
  if (input.description !== undefined || old === null) meta.description = ksesData(input.description ?? '');
  if (old === null) Object.assign(meta, PREFERENCES);
  if (input.locale !== undefined || old === null) meta.locale = input.locale ?? '';
  if (input.displayName !== undefined || old === null) {
    const whole = old === null ? `${meta.first_name} ${meta.last_name}`.trim() : '';
    columns.display_name = cleanName(input.displayName ?? '') || whole || login;
  }
  return { columns, meta };
}

async function newLogin(text: string, dependencies: ReadDependencies): Promise<string> {
  const login = sanitizeUser(text, true);
  if (login === '') throw errors.empty_user_login();
  if ([...login].length > MAX_LOGIN) throw errors.user_login_too_long();
  if ((await userWhere('user_login', login, dependencies)) !== null) throw errors.existing_user_login();
  return login;
}

async function freeEmail(text: string, old: User | null, dependencies: ReadDependencies): Promise<string> {
  const email = sanitizeEmail(text);
  const owner =
    email.toLowerCase() === old?.email.toLowerCase() ? null : await userWhere('user_email', email, dependencies);
  if (owner !== null) throw errors.existing_user_email();
  return email;
}

function checkedUrl(text: string): string {
  const url = cleanUrl(text);
  if (url.length > MAX_URL) throw errors.user_url_too_long();
  return url;
}

/** A slug that no other user has: the one requested, or one made of the login, with a number if need be. */
async function freeNicename(
  requested: string,
  login: string,
  old: User | null,
  dependencies: ReadDependencies,
): Promise<string> {
  const preferred = slugify(requested === '' ? login.slice(0, MAX_NICENAME) : sanitizeUser(requested, true));
  if (preferred.length > MAX_NICENAME) throw errors.user_nicename_too_long();
  if ((await takenNicenames([preferred], old, dependencies)).size === 0) return preferred;
  const named = (number: number) => {
    const suffix = `-${number}`;
    return preferred.slice(0, MAX_NICENAME - suffix.length) + suffix;
  };
  return freeName(named, (names) => takenNicenames(names, old, dependencies));
}

/** The nicenames among some that other users have. */
async function takenNicenames(
  names: readonly string[],
  old: User | null,
  { database }: ReadDependencies,
): Promise<Set<string>> {
  const rows = await database.db
    .selectFrom('users')
    .select('user_nicename')
    .where('user_nicename', 'in', names)
    .where('ID', '!=', old?.id ?? 0)
    .execute();
  return new Set(rows.map((row) => row.user_nicename));
}
