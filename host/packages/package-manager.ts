import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

const PNPM: Manager = {
  command: 'pnpm',
  add: ['add', '--ignore-scripts'],
  remove: ['remove'],
  restore: ['install', '--ignore-scripts', '--frozen-lockfile'],
};

/** Yarn 1. */
const YARN_CLASSIC: Manager = {
  command: 'yarn',
  add: ['add', '--ignore-scripts', '--silent'],
  remove: ['remove', '--ignore-scripts', '--silent'],
  restore: ['install', '--ignore-scripts', '--frozen-lockfile', '--silent'],
};

/** Yarn 2 and later. */
const YARN: Manager = {
  command: 'yarn',
  add: ['add', '--mode=skip-build'],
  remove: ['remove', '--mode=skip-build'],
  restore: ['install', '--mode=skip-build', '--immutable'],
};

/** The package manager of a site: that whose lock file it has, or npm. */
export function managerOf(folder: string): Manager {
  const has = (file: string) => existsSync(join(folder, file));
  if (has('pnpm-lock.yaml')) return PNPM;
  if (!has('yarn.lock')) return NPM;
  const isClassic = readFileSync(join(folder, 'yarn.lock'), 'utf8').includes('# yarn lockfile v1');
  return isClassic && !has('.yarnrc.yml') ? YARN_CLASSIC : YARN;
}

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

/** Lines of yarn 2 and later that tell what it does, or that builds are left out. */
const YARN_INFORMS = /^➤ YN(?:0000|0004|0013)\b/;

/** What a package manager says is wrong, in one line. */
function reasonIn(text: string): string {
  const peer = /peer (\S+)@"([^"]+)" from (\S+)/.exec(text);
  if (peer !== null) return `${peer[3]} needs ${peer[1]} ${peer[2]}, and another version of it is here`;
  const lines = text
    .split('\n')
    .filter((line) => !YARN_INFORMS.test(line))
    .map((line) => line.replace(/^(?:npm (?:error|ERR!)|error|ERR_PNPM_\w+|➤ YN\d+:(?: [│·])?)\s*/i, '').trim())
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
