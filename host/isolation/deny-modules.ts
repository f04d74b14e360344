import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Capability } from '../../core/index.ts';

const NETWORK = ['dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'net', 'tls'];
const FILES = ['fs', 'fs/promises', 'sqlite', 'wasi'];

/** Modules that lead out of the worker, and that no capability allows. */
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

/** The methods of `process` that reach beyond the thread. */
const PROCESS_METHODS = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill', 'loadEnvFile', 'execve'];

/** The globals that reach other machines. */
const NETWORK_GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

/** The Node.js modules that an isolated plugin of these capabilities may not import. */
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

/** A module with the `resolve` hook of Node.js's loader, as text, because it runs in a thread of its own. */
const loaderHook = (reasons: Readonly<Record<string, string>>): string => `
const reasons = new Map(Object.entries(${JSON.stringify(reasons)}));
export async function resolve(specifier, context, next) {
  const reason = reasons.get(specifier.replace(/^node:/, ''));
  if (reason !== undefined) throw new Error(reason);
  return next(specifier, context);
}`;

/**
 * Denies modules, and the methods and globals that have the same effect, to all code that this thread loads from now on.
 * It prevents accidents; it does not stop code that is written to get around it.
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
  // jiti loads its transformer with the first source, and that reads files.
  const transformer = join(dirname(require.resolve('jiti/package.json')), sep);
  Module._load = (request, parent, ...rest) => {
    const name = String(request).replace(/^node:/, '');
    if (Object.hasOwn(reasons, name) && !parent?.filename?.startsWith(transformer)) throw new Error(reasons[name]);
    return load(request, parent, ...rest);
  };
  const refuse = (what: string) => () => {
    throw new Error(`process.${what} cannot be used by an isolated plugin`);
  };
  for (const what of PROCESS_METHODS) {
    Object.defineProperty(process, what, { value: refuse(what), configurable: false, writable: false });
  }
  Reflect.deleteProperty(process, 'report');
  if (!network) for (const name of NETWORK_GLOBALS) Reflect.deleteProperty(globalThis, name);
}
