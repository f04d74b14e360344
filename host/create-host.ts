import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CurrentUser,
  type DispatchInput,
  type Generation,
  type Logger,
  type MaybePromise,
  moveSite,
  RequestContext,
  type RestResponse,
  UserLoader,
} from '../core/index.ts';
import { collectOften } from './collect.ts';
import { checkSettings } from './config/check.ts';
import { type ResolvedSettings, resolveSettings, type Settings } from './config/settings.ts';
import type { Lease } from './http/handler.ts';
import type { Listener } from './http/listener.ts';
import type { PluginSelection } from './loading/index.ts';
import { createLog } from './log.ts';
import { Reloads } from './reloads.ts';

/** How long a closing host waits for requests under way, in milliseconds. */
const GRACE = 10_000;

/** What a host is made of: settings, and a log of one's own if wanted. */
export interface HostOptions extends Settings {
  readonly log?: Logger;
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A running host. */
export interface Host {
  readonly settings: ResolvedSettings;
  /** The state that serves new requests: plugins, hooks, routes, services. */
  readonly generation: Generation;
  /** Which plugins run, and which configuration switched off. */
  readonly plugins: PluginSelection;
  /** Answers from within, without HTTP: a route, query parameters for the index, or a request; as a user or their id. */
  dispatch(input: DispatchInput, options?: { user?: CurrentUser | number }): Promise<RestResponse>;
  /**
   * Listens on a port and an address, the settings' when left out; answers with the address. Requests wait for
   * what is to be prepared once the address is known.
   */
  listen(port?: number, host?: string, prepare?: (address: string) => Promise<void>): Promise<string>;
  /** A handler for a Node HTTP server of one's own. */
  callback(): NodeHandler;
  /** Takes the running generation for work of some length; it is not disposed of before it is released. */
  lease(): Lease;
  /**
   * Builds the next generation beside the running one, of other settings if they are given or can be read, and swaps it
   * in. Throws, and changes nothing but what `/healthz` tells, when they cannot be read or it cannot be built.
   */
  reload(settings?: Settings | (() => MaybePromise<Settings>)): Promise<void>;
  /** Finishes the requests under way, at most ten seconds, and disposes of everything. */
  close(): Promise<void>;
}

/**
 * Makes a host: `const host = await createHost({ database: 'sqlite::memory:' })`. Throws a `ConfigError` or a
 * `PluginError` whose message says what to mend.
 */
export async function createHost(options: HostOptions = {}): Promise<Host> {
  const { log: givenLog, ...given } = options;
  const settings = resolveSettings(checkSettings(given, 'createHost'));
  const log = givenLog ?? createLog(settings.logLevel ?? 'warn');
  const reloads = new Reloads(settings, log);
  await reloads.reload();
  const { generations, site } = reloads;
  const listeners = new Set<Listener>();
  let handler: Promise<NodeHandler> | undefined;

  /** Koa is loaded when HTTP is first wanted. */
  const handling = (): Promise<NodeHandler> => {
    handler ??= import('./http/handler.ts').then(({ createHandler }) => {
      const logRequests = settings.logLevel === 'debug' || givenLog !== undefined;
      const [lease, current] = [() => generations.lease(), () => generations.current];
      return createHandler({ ...settings, log, logRequests, lease, current });
    });
    return handler;
  };

  return {
    get settings() {
      return reloads.settings;
    },
    get generation() {
      return generations.current;
    },
    get plugins() {
      return reloads.built.selection;
    },

    async dispatch(input, { user } = {}) {
      const { generation, release } = generations.lease();
      const { server, services } = generation;
      try {
        const known = typeof user === 'number' ? await services.find(UserLoader)?.load(user) : user;
        if (typeof user === 'number' && !known) throw new TypeError(`there is no user ${user}`);
        return await server.dispatch(input, new RequestContext(known ? { user: known } : {}));
      } finally {
        release();
      }
    },

    async listen(port = settings.port, host = settings.host, prepare) {
      const [{ Listener }, handle] = await Promise.all([import('./http/listener.ts'), handling()]);
      const listener = new Listener(handle);
      const release = listener.hold();
      collectOften();
      try {
        await listener.listen(port, host);
        listeners.add(listener);
        if (settings.url === undefined) moveSite(site, listener.url);
        await prepare?.(listener.url);
      } finally {
        release();
      }
      return listener.url;
    },

    callback() {
      const loading = handling();
      return (request, response) => void loading.then((handle) => handle(request, response));
    },

    lease: () => generations.lease(),

    async reload(next) {
      const read = typeof next === 'function' ? next : () => next ?? reloads.settings;
      await reloads.reload(async () => resolveSettings(checkSettings(await read(), 'reload')));
    },

    async close() {
      reloads.closing();
      await Promise.all([...listeners].map((listener) => listener.close(GRACE)));
      listeners.clear();
      await reloads.dispose();
    },
  };
}
