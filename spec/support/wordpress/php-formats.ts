import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the WordPress that is installed; another is named in the environment's `WORDPRESS_FOLDER`. */
const FOLDER = process.env.WORDPRESS_FOLDER ?? '/usr/share/wordpress';

const SCRIPT = fileURLToPath(new URL('formats.php', import.meta.url));

/** What the functions of WordPress are to know beside their arguments. */
export interface PhpFacts {
  readonly constants?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly users?: readonly { readonly ID: number; readonly user_login: string; readonly user_pass: string }[];
}

/** Questions to WordPress by names of their own: a function of `formats.php` and its arguments. */
export type PhpQuestions = Readonly<Record<string, readonly unknown[]>>;

/** Has the installed WordPress answer questions, by their names. */
// biome-ignore lint/suspicious/noExplicitAny: each function answers with what it likes.
export function askWordPress(ask: PhpQuestions, facts: PhpFacts = {}): Record<string, any> {
  const { stdout, stderr, status } = spawnSync('php', [SCRIPT, FOLDER], {
    input: JSON.stringify({ ...facts, ask }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`php ended with ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** Whether PHP and a WordPress are installed. */
const isInstalled = (): boolean =>
  existsSync(`${FOLDER}/wp-includes/version.php`) && spawnSync('php', ['-v']).status === 0;

/** Describes facts of the WordPress that is installed; where there is none, they are reported as skipped. */
export function describeWithPhp(title: string, facts: () => void): void {
  (isInstalled() ? describe : describe.skip)(title, facts);
}
