import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/free-port.ts';
import { until } from '../../../support/until.ts';

/** Whether PgBouncer is installed here. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** Whether anything listens on a port. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/** A PgBouncer before a database, which gives a session to one transaction after the other. */
export class Pooler {
  readonly address: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(address: string, child: ChildProcess, folder: string) {
    this.address = address;
    this.#child = child;
    this.#folder = folder;
  }

  /** Starts it before the database of an address, whose other parts it is told to ignore. */
  static async start(address: string): Promise<Pooler> {
    const { hostname, port, pathname, username, password } = new URL(address);
    const folder = mkdtempSync(join(tmpdir(), 'tappet-pooler-'));
    // It runs as another user where root starts it.
    chmodSync(folder, 0o755);
    const own = await freePort();
    const name = pathname.slice(1);
    const server = { host: hostname, port: port || '5432', dbname: name, user: username, password };
    const parts = Object.entries(server).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]));
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      `[databases]
${name} = ${parts.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = options
`,
    );
    const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
      stdio: 'ignore',
    });
    const pooled = new URL(address);
    pooled.hostname = '127.0.0.1';
    pooled.port = String(own);
    const pooler = new Pooler(pooled.href, child, folder);
    await until(() => listens(own));
    return pooler;
  }

  stop(): void {
    this.#child.kill('SIGINT');
    rmSync(this.#folder, { recursive: true });
  }
}
