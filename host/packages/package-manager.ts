import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PluginChangeError } from '../../core/plugin/index.ts';

/** The arguments with which a package manager does what plugins need; none of them runs scripts of packages. */
interface Manager {
  readonly command: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Makes the installed packages those of the lock file. */
  readonly restore: readonly string[];
}

const NPM: Manager = {
  command: 'npm',
  add: ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  remove: ['uninstall', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  restore: ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
};

/** The others by the lock file that they write. */
const OTHERS: readonly (readonly [lockFile: string, manager: Manager])[] = [
  [
    'pnpm-lock.yaml',
    {
      command: 'pnpm',
      add: ['add', '--ignore-scripts'],
      remove: ['remove'],
      restore: ['install', '--ignore-scripts', '--frozen-lockfile'],
    },
  ],
  [
    'yarn.lock',
    {
      command: 'yarn',
      add: ['add', '--ignore-scripts', '--silent'],
      remove: ['remove', '--ignore-scripts', '--silent'],
      restore: ['install', '--ignore-scripts', '--frozen-lockfile', '--silent'],
    },
  ],
];

/** The package manager of a site: that whose lock file it has, or npm. */
export const managerOf = (folder: string): Manager =>
  OTHERS.find(([lockFile]) => existsSync(join(folder, lockFile)))?.[1] ?? NPM;

/** Runs a command in a folder, and returns what it prints. Throws a `PluginChangeError` with what went wrong. */
export function run(command: string, args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The shell finds `npm.cmd`; what users give has been checked before.
      shell: process.platform === 'win32',
    });
    let out = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', () => reject(new PluginChangeError('registry', `${command} cannot be run; install it`)));
    child.on('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new PluginChangeError('registry', `${command} ${args[0]} failed: ${reasonIn(errors || out)}`));
    });
  });
}

/** What a package manager says is wrong, in one line. */
function reasonIn(text: string): string {
  const peer = /peer (\S+)@"([^"]+)" from (\S+)/.exec(text);
  if (peer !== null) return `${peer[3]} needs ${peer[1]} ${peer[2]}, and another version of it is here`;
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^(?:npm (?:error|ERR!)|error|ERR_PNPM_\w+)\s*/i, '').trim())
    .filter((line) => line !== '' && !/^code \w+$|complete log of this run/i.test(line));
  return lines[0] ?? 'it said nothing';
}

/**
 * Runs a command of npm, by which a registry is read whatever the package manager of the site is. Answers with what it prints
 * as JSON. No argument is taken for an option.
 */
export async function npmJson(command: string, args: readonly string[], folder: string): Promise<unknown> {
  const text = await run('npm', [command, '--json', '--loglevel=error', '--', ...args], folder);
  return text.trim() === '' ? undefined : JSON.parse(text);
}
