import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** What a command answers with; undefined where it fails. */
function answerOf(command: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** The folder of the server's own programs. */
const PROGRAMS = answerOf('pg_config', '--bindir') ?? '';

/** Whom the server runs as: it refuses root. */
const user = process.getuid?.() === 0 ? Number(answerOf('id', '-u', 'postgres')) : undefined;

/** Whether servers can be made here. */
export const hasPostgresPrograms = existsSync(join(PROGRAMS, 'initdb')) && !Number.isNaN(user ?? 0);

/** A PostgreSQL server in a folder and on a port of its own, which can be restarted, killed and promoted. */
export class PostgresCluster {
  readonly port: number;
  readonly #folder: string;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** Makes a server with an empty database, and starts it. */
  static async create(): Promise<PostgresCluster> {
    const cluster = new PostgresCluster(newFolder(), await freePort());
    await cluster.#run(
      'initdb',
      '--pgdata',
      cluster.#data,
      '-U',
      'postgres',
      '--auth=trust',
      '--no-sync',
      '-E',
      'UTF8',
    );
    cluster.#configure();
    await cluster.start();
    return cluster;
  }

  get address(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /** Makes a replica that follows this server, and starts it. */
  async replicate(): Promise<PostgresCluster> {
    const replica = new PostgresCluster(newFolder(), await freePort());
    const from = ['-h', '127.0.0.1', '-p', `${this.port}`, '-U', 'postgres'];
    await replica.#run('pg_basebackup', ...from, '-D', replica.#data, '-R', '--checkpoint=fast', '--no-sync');
    replica.#configure();
    await replica.start();
    return replica;
  }

  /** Has commits wait until a replica has them, or no longer; answers once it is so. */
  async wait(isSynchronous: boolean): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '${isSynchronous ? '*' : ''}'`);
    await this.query('select pg_reload_conf()');
    const wanted = isSynchronous ? 'sync' : 'async';
    const isSo = async () => (await this.query('select sync_state from pg_stat_replication')).includes(wanted);
    while (isSynchronous && !(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** The values of the first column of what a query finds. */
  async query(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.address, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      return rows.map(([value]) => value);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /** Whether the server answers. */
  answers(): Promise<boolean> {
    return this.query('select 1').then(
      () => true,
      () => false,
    );
  }

  /** What the server has written to its log. */
  get log(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8');
  }

  start(): Promise<void> {
    return this.#control('start', '--log', join(this.#folder, 'log'));
  }

  /** Ends the server: `fast` tells its clients, `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void> {
    return this.#control('stop', '--mode', how);
  }

  /** Makes a replica a server of its own, which takes writes. */
  promote(): Promise<void> {
    return this.#control('promote');
  }

  /** Ends the server with no time to do anything. */
  kill(): void {
    process.kill(this.process, 'SIGKILL');
  }

  /** Takes the server away with its folder. */
  async remove(): Promise<void> {
    await this.stop('immediate').catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** The process that started all others of the server. */
  get process(): number {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  // Processes are killed here, and no machine: what was written is with the system. A replica on a busy machine finds what it lacks.
  #configure(): void {
    const settings = {
      port: this.port,
      listen_addresses: "'127.0.0.1'",
      unix_socket_directories: "''",
      fsync: 'off',
      max_connections: 50,
      wal_keep_size: "'256MB'",
    };
    const lines = Object.entries(settings).map(([name, value]) => `\n${name} = ${value}`);
    appendFileSync(join(this.#data, 'postgresql.conf'), `${lines.join('')}\n`);
  }

  async #control(action: string, ...args: string[]): Promise<void> {
    await this.#run('pg_ctl', action, '--pgdata', this.#data, '--wait', ...args);
  }

  async #run(program: string, ...args: string[]): Promise<void> {
    await run(join(PROGRAMS, program), args, { cwd: this.#folder, ...(user === undefined ? {} : { uid: user }) });
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tappet-cluster-'));
  if (user !== undefined) chownSync(folder, user, -1);
  return folder;
}
