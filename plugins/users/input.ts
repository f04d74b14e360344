import type { RestRequest } from '../../core/index.ts';
import type { UserInput } from './user.ts';

/** The fields of a request that are texts of a user. */
const TEXTS = {
  username: 'login',
  password: 'password',
  email: 'email',
  slug: 'nicename',
  url: 'url',
  name: 'displayName',
  first_name: 'firstName',
  last_name: 'lastName',
  nickname: 'nickname',
  description: 'description',
  locale: 'locale',
} as const satisfies Record<string, keyof UserInput>;

/** The input for the store that a request makes. A null is ignored. */
export function userInput(request: RestRequest): UserInput {
  const input: { -readonly [K in keyof UserInput]: UserInput[K] } = {};
  for (const [field, key] of Object.entries(TEXTS)) {
    const value = request.getParam(field);
    if (value !== null) input[key] = String(value);
  }
  const roles = request.getParam('roles');
  if (roles !== null) input.roles = (roles as unknown[]).map(String);
  return input;
}
