import { readFileSync } from 'node:fs';
import { PluginError } from '../../core/index.ts';

/** The most bytes of a list: some millions of passwords, which are held in memory. */
const MOST_BYTES = 64 * 2 ** 20;

/** The passwords of a file, one a line. @throws PluginError when it cannot be read, is too large or holds none */
export function readCommonPasswords(file: string): string[] {
  const wrong = (what: string) =>
    new PluginError(`password-policy: options.password-policy.commonPasswords names "${file}", which ${what}`, {
      ofConfiguration: true,
    });
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (bytes.length > MOST_BYTES) throw wrong(`has more than ${MOST_BYTES} bytes`);
  const passwords = bytes
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  if (passwords.length === 0) throw wrong('holds no passwords');
  return passwords;
}
