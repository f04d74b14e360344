import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Capability } from '../../core/index.ts';

const NETWORK = ['dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'net', 'tls'];
const FILES = ['fs', 'fs/promises', 'sqlite', 'wasi'];

/** Ways out of the worker, whatever is declared. */
const NEVER = [
  'child_process',
  'cluster',
  'inspector',
  'inspector/promises',
  'module',
  'repl',
  'v8',
  'vm',
  'worker_threads',
];

/** What `process` has that reaches beyond the thread. */
const INSIDE = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill', 'loadEnvFile', 'execve'];

/** What reaches other machines from the global scope. */
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

/** The modules of Node that a plugin of these capabilities may not import in a worker. */
export const deniedModules = (capabilities: readonly Capability[]): string[] => [
  ...(capabilities.includes('network') ? [] : NETWORK),
  ...(capabilities.includes('files') ? [] : FILES),
  ...NEVER,
];

const reasonFor = (name: string): string => {
  const capability = NETWORK.includes(name) ? 'network' : FILES.includes(name) ? 'files' : undefined;
  return capability === undefined
    ? `"${name}" cannot be imported by an isolated plugin`
    : `"${name}" cannot be imported without the capability ${capability}; add '${capability}' to capabilities`;
};

/** The hook of Node's loader, as the text of a module: it is run in a thread of its own. */
const loaderHook = (reasons: Readonly<Record<string, string>>): string => `
const reasons = new Map(Object.entries(${JSON.stringify(reasons)}));
export async function resolve(specifier, context, next) {
  const reason = reasons.get(specifier.replace(/^node:/, ''));
  if (reason !== undefined) throw new Error(reason);
  return next(specifier, context);
}`;

/**
 * Takes modules away from all that is loaded in this thread from here on, and with them what else leads to them. It
 * stops what a plugin does openly; it is no wall against code that looks for a hole.
 */
export function denyModules(names: readonly string[], network: boolean): void {
  const require = createRequire(import.meta.url);
  const Module = require('node:module') as {
    _load(request: string, parent?: { readonly filename?: string | null }, ...rest: unknown[]): unknown;
    register(url: string): void;
  };
  const reasons = Object.fromEntries(names.map((name) => [name, reasonFor(name)]));
  Module.register(`data:text/javascript,${encodeURIComponent(loaderHook(reasons))}`);
  const load = Module._load;
  // What transforms sources is loaded with the first that needs it, and reads files itself.
  const transformer = join(dirname(require.resolve('jiti/package.json')), sep);
  Module._load = (request, parent, ...rest) => {
    const name = String(request).replace(/^node:/, '');
    if (Object.hasOwn(reasons, name) && !parent?.filename?.startsWith(transformer)) throw new Error(reasons[name]);
    return load(request, parent, ...rest);
  };
  const refuse = (what: string) => () => {
    throw new Error(`process.${what} cannot be used by an isolated plugin`);
  };
  for (const what of INSIDE) {
    Object.defineProperty(process, what, { value: refuse(what), configurable: false, writable: false });
  }
  Reflect.deleteProperty(process, 'report');
  if (!network) for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
}
