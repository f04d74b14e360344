import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What nobody but the host may see: in files, in its environment, in options and in requests. */
export const SECRET = 'CANARY-7f3a';

/** What there is on this machine for hostile plugins to reach. */
export interface Target {
  /** The folder for plugins. */
  readonly plugins: string;
  /** What attempts are told of. */
  readonly on: Readonly<Record<string, string | number>>;
  /** What attempts have reached, by name; empty as long as none has. */
  reached(): string[];
  close(): Promise<void>;
}

const listening = async (server: Server, ...where: [number, string] | [string]): Promise<Server> => {
  server.listen(...(where as [number, string]));
  await once(server, 'listening');
  return server;
};

/** Makes files with a secret, servers that count who connects, and a process that wants to live. */
export async function makeTarget(): Promise<Target> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tappet-hostile-')));
  const outside = join(folder, 'outside');
  const plugins = join(folder, 'plugins');
  for (const path of [outside, plugins]) mkdirSync(path);
  const place = (name: string, text: string): string => {
    writeFileSync(join(outside, name), text);
    return join(outside, name);
  };
  const mark = join(outside, 'mark');
  const on = {
    outside,
    mark,
    secret: place('secret.json', JSON.stringify(`${SECRET}=1`)),
    secretModule: place('secret.mjs', `export default '${SECRET}';`),
    script: place('evil.test.cjs', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'x');`),
    native: place('native.node', 'no native code'),
    socket: join(folder, 'socket'),
  };
  const known = readdirSync(outside);
  const connections: string[] = [];
  const count = (name: string) => () => void connections.push(name);
  const tcp = await listening(createServer(count('the network')), 0, '127.0.0.1');
  const unix = await listening(createServer(count('a socket of the machine')), on.socket);
  const { port } = tcp.address() as AddressInfo;
  const udp: Datagrams = createSocket('udp4', count('the network by a datagram'));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const victim: ChildProcess = spawn('sleep', ['600'], { stdio: 'ignore' });
  process.env.HOSTILE_SECRET = SECRET;
  return {
    plugins,
    on: { ...on, port, victim: victim.pid! },
    reached() {
      const reached = [...connections];
      if (victim.exitCode !== null || victim.signalCode !== null) reached.push('a process');
      for (const name of readdirSync(outside)) if (!known.includes(name)) reached.push(`the file ${name}`);
      if (existsSync(mark)) reached.push('a file');
      if ('polluted' in {}) reached.push('the prototypes of the host');
      return reached;
    },
    async close() {
      Reflect.deleteProperty(process.env, 'HOSTILE_SECRET');
      victim.kill('SIGKILL');
      tcp.close();
      unix.close();
      udp.close();
      rmSync(folder, { recursive: true });
    },
  };
}
