import { text } from 'node:stream/consumers';
import { CommandError } from '../../core/index.ts';

/** The variable of the environment that gives a command a password. */
const VARIABLE = 'TAPPET_USER_PASS';

/** Where a command reads a password from that is not among its arguments. */
export interface PasswordSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The standard input. */
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
}

/**
 * The password that a command is given: the value of its flag, or for a flag without one what the environment has, or
 * the first line of the standard input.
 */
export async function givenPassword(
  flag: string | boolean,
  { environment, input }: PasswordSources = { environment: process.env, input: process.stdin },
): Promise<string> {
  if (typeof flag === 'string') return flag;
  const given = environment[VARIABLE];
  if (given !== undefined && given !== '') return given;
  // What is typed there would be shown.
  if (input.isTTY === true) throw new CommandError(`give the password in ${VARIABLE}, or by the standard input`);
  const [line = ''] = (await text(input as AsyncIterable<Uint8Array>)).split(/\r?\n/, 1);
  if (line === '') throw new CommandError('the standard input holds no password');
  return line;
}
