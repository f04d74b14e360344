import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Settings of the environment that commands do not get: those of a server, and what colours their output. */
const NOT_INHERITED = ['PORT', 'HOST', 'DATABASE_URL', 'FORCE_COLOR', 'MOCHA_COLORS', 'CI'];

/** The result of a command. */
export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A server in a process of its own. */
export interface ServerProcess {
  /** The URL of the site. */
  readonly url: string;
  /** Its output so far. */
  readonly output: { readonly out: string; readonly err: string };
  /** Makes it read its configuration and plugins again. */
  hangUp(): void;
  /** Stops it, and returns its exit code. */
  stop(): Promise<number>;
}

/** The command line in a folder: each command is a process of its own, without the settings of the environment. */
export class CommandLine {
  readonly #folder: string;
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string>>;

  /** `root` is the repository whose build runs, or its sources if it is not `built`; `env` adds to the environment. */
  constructor(
    folder: string,
    { root = ROOT, built = true, env = {} }: { root?: string; built?: boolean; env?: Record<string, string> } = {},
  ) {
    this.#folder = folder;
    this.#env = env;
    this.#command = built ? [join(root, 'dist/host/bin.js')] : ['--import', TSX, join(root, 'host/bin.ts')];
  }

  /** Runs `tappet ARGS` until it ends. */
  async run(...args: string[]): Promise<CommandOutcome> {
    const child = this.#start(args);
    const output = gathered(child);
    const [code] = await once(child, 'close');
    return { code, ...output };
  }

  /** Runs `tappet serve ARGS` on a free port until it is stopped. */
  async serve(...args: string[]): Promise<ServerProcess> {
    const child = this.#start(['serve', '--port', '0', ...args]);
    const output = gathered(child);
    const ended = once(child, 'close');
    const isListening = () => output.out.includes('The interface is at');
    while (!isListening()) {
      const over = await Promise.race([once(child.stdout!, 'data').then(() => false), ended.then(() => true)]);
      if (over && !isListening()) throw new Error(`tappet serve ended: ${output.err}`);
    }
    const url = /Tappet is listening on (http:\S+)\n/.exec(output.out)![1]!;
    const stop = async () => {
      child.kill('SIGTERM');
      return (await ended)[0] as number;
    };
    return { url, output, hangUp: () => void child.kill('SIGHUP'), stop };
  }

  #start(args: readonly string[]): ChildProcess {
    const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
    for (const name of NOT_INHERITED) delete env[name];
    return spawn(process.execPath, [...this.#command, ...args], { cwd: this.#folder, env: { ...env, ...this.#env } });
  }
}

function gathered(child: ChildProcess): { out: string; err: string } {
  const output = { out: '', err: '' };
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    output.out += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    output.err += text;
  });
  return output;
}
