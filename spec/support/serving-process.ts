import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DIST } from './built.ts';

const BIN = fileURLToPath(new URL('host/bin.js', DIST));

/** What a process has of the system: how many files it may have open, as which user it runs, and more of an environment. */
export interface Limits {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: number;
  readonly user?: number;
}

/** `tappet serve` of the build in a process of its own, which can be killed. */
export class ServingProcess {
  readonly address: string;
  readonly #child: ChildProcess;
  readonly #output: () => string;

  private constructor(child: ChildProcess, address: string, output: () => string) {
    this.#child = child;
    this.address = address;
    this.#output = output;
  }

  /** Starts the process in a folder with these arguments; answers once it listens. */
  static start(folder: string, ...args: string[]): Promise<ServingProcess> {
    return ServingProcess.limited({}, folder, ...args);
  }

  /** Starts the process with less of the system than it would have. */
  static async limited({ files, user, env = {} }: Limits, folder: string, ...args: string[]): Promise<ServingProcess> {
    const command = [process.execPath, BIN, 'serve', '--port', '0', ...args];
    const limit = files === undefined ? '' : `ulimit -n ${files}; `;
    const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, ...command], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    let output = '';
    const address = new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text) => {
        output += text;
        const found = /listening on (\S+)/.exec(output);
        if (found !== null) resolve(found[1]!);
      });
      child.stderr.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
      child.once('close', () => reject(new Error(`the process ended: ${output}`)));
    });
    return new ServingProcess(child, await address, () => output);
  }

  get id(): number {
    return this.#child.pid!;
  }

  /** All that it has written so far. */
  get output(): string {
    return this.#output();
  }

  /** Has the process finish its requests and end. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends the process at once, as `kill -9` does: it finishes nothing. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill(signal);
    await closed;
  }
}
