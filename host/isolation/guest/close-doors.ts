import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import trace from 'node:trace_events';
import v8 from 'node:v8';

/**
 * Takes from this process what Node's permission model leaves in it: other processes, and other machines unless the plugin
 * may use the network. Every socket of Node.js, whichever module makes it, goes through the classes that are changed here.
 * That is done in this process by this process: it holds as far as no code in it finds another way to the same thing.
 */

const closed = (what: string) => () => {
  throw Object.assign(new Error(`${what} is not there for an isolated plugin`), { code: 'ERR_ACCESS_DENIED' });
};

function close(owner: object, names: readonly string[], what: string): void {
  for (const name of names) {
    if (!(name in owner)) continue;
    Object.defineProperty(owner, name, { value: closed(`${what}.${name}`), writable: false, configurable: false });
  }
}

/** The answer of a method of a handle that is not permitted, as the system would give it. */
const NOT_PERMITTED = -os.constants.errno.EACCES;

/** Takes methods from a class of handles; a call throws the error of a system that does not permit it. */
function closeHandles(prototype: object, names: readonly string[]): void {
  const value = () => NOT_PERMITTED;
  for (const name of names) {
    if (name in prototype) Object.defineProperty(prototype, name, { value, writable: false, configurable: false });
  }
}

const methodsOf = (prototype: object): string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

/** The class of the handle of a socket, which is the same for all sockets of its kind. */
const handleClass = (socket: object): object =>
  Object.getPrototypeOf((socket as { _handle: object })._handle) as object;

const PROCESS = [
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'binding',
  '_linkedBinding',
  'dlopen',
  'execve',
  'loadEnvFile',
];

/** Takes away Node's own database, which opens files without asking for permission. */
function closeDatabases(): void {
  const { getBuiltinModule } = process as { getBuiltinModule?: (name: string) => object | undefined };
  const database = getBuiltinModule?.('node:sqlite');
  if (database !== undefined) close(database, Object.keys(database), 'sqlite');
}

/** What of V8 writes files by itself, or lifts the limit of memory. */
const V8 = ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit', 'writeHeapSnapshot'];

/** Takes away signals to other processes, sockets of this machine, and what writes files without asking. */
export function closeProcesses(channel: net.Socket): void {
  close(process, PROCESS, 'process');
  close(os, ['setPriority'], 'os');
  close(v8, V8, 'v8');
  close(trace, ['createTracing'], 'trace_events');
  closeHandles(handleClass(channel), ['connect', 'bind', 'listen', 'open', 'fchmod']);
  closeDatabases();
  syncBuiltinESMExports();
}

/** Takes away sockets to other machines, and the resolution of their names. */
export function closeNetwork(): void {
  const tcp = net.connect({ host: 'localhost', port: 1, lookup: () => undefined });
  tcp.on('error', () => undefined);
  closeHandles(handleClass(tcp), ['open', 'bind', 'bind6', 'listen', 'connect', 'connect6']);
  tcp.destroy();
  const udp = dgram.createSocket('udp4');
  const state = Object.getOwnPropertySymbols(udp).find(({ description }) => description === 'state symbol')!;
  const { handle } = (udp as unknown as Record<symbol, { readonly handle: object }>)[state]!;
  closeHandles(Object.getPrototypeOf(handle), ['open', 'bind', 'bind6', 'connect', 'connect6', 'send', 'send6']);
  udp.close();
  const resolver = handleClass(new dns.Resolver());
  closeHandles(resolver, methodsOf(resolver));
  const lookups = ['lookup', 'lookupService'];
  for (const names of [dns, dns.promises]) close(names, lookups, 'dns');
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
  syncBuiltinESMExports();
}
