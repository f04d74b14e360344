import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from '../../../core/index.ts';

/** The variable of the environment that holds the application password. */
export const PASSWORD_VARIABLE = 'TAPPET_IMPORT_PASSWORD';

/** The header of a user who signs in by an application password, from the environment or typed at the terminal. */
export async function authorizationOf(user: string | boolean | undefined): Promise<string | undefined> {
  if (typeof user !== 'string') return undefined;
  const password = process.env[PASSWORD_VARIABLE] || (await asked(user));
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function asked(user: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new CommandError(`--user=${user}: put the application password into the environment as ${PASSWORD_VARIABLE}`);
  }
  process.stderr.write(`Application password of ${user}: `);
  // The typed password is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
