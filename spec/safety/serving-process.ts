import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DIST } from '../support/built.ts';

const BIN = fileURLToPath(new URL('host/bin.js', DIST));

/** `tappet serve` of the build in a process of its own, which can be killed. */
export class ServingProcess {
  readonly address: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.address = address;
  }

  /** Starts the process in a folder with these arguments; answers once it listens. */
  static async start(folder: string, ...args: string[]): Promise<ServingProcess> {
    const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
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
    return new ServingProcess(child, await address);
  }

  /** Ends the process at once, as `kill -9` does: it finishes nothing. */
  async kill(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }
}
