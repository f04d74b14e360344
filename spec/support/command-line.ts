import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** What a command left behind. */
export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A server that runs as a process of its own. */
export interface ServerProcess {
  /** The site's address. */
  readonly url: string;
  /** What it has printed so far. */
  readonly output: { readonly out: string; readonly err: string };
  /** Asks it to read its configuration and plugins anew. */
  hangUp(): void;
  /** Asks it to stop; answers with its exit code. */
  stop(): Promise<number>;
}

/** The command line as it is used in a folder, a process for every command; what is set around it does not count. */
export class CommandLine {
  readonly #folder: string;
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string>>;

  /** `root` is the repository whose code runs, from its sources or as it was built; `env` adds to the environment. */
  constructor(
    folder: string,
    { root = ROOT, built = false, env = {} }: { root?: string; built?: boolean; env?: Record<string, string> } = {},
  ) {
    this.#folder = folder;
    this.#env = env;
    this.#command = built ? [join(root, 'dist/host/bin.js')] : ['--import', TSX, join(root, 'host/bin.ts')];
  }

  /** Runs `tappet ARGS` to its end. */
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
    const { PORT: _, HOST: __, DATABASE_URL: ___, ...env } = process.env;
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
