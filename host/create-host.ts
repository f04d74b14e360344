import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generation } from '../core/generation.ts';
import {
  type CurrentUser,
  isRestRequest,
  type Logger,
  type MaybePromise,
  RequestContext,
  type RestResponse,
  UserLoader,
} from '../core/index.ts';
import { readers } from '../core/rest/credentials.ts';
import type { DispatchInput } from '../core/rest/index.ts';
import { actingAs } from './acting.ts';
import type { Workers } from './cluster/workers.ts';
import { checkSettings } from './config/check.ts';
import { resolveSettings } from './config/resolve.ts';
import type { ResolvedSettings, Settings } from './config/settings.ts';
import { tendHeap } from './gc.ts';
import type { Lease } from './http/handler.ts';
import type { Listener } from './http/listener.ts';
import type { PluginSelection } from './loading/index.ts';
import { createLog } from './log.ts';
import type { PluginPackages } from './packages/plugin-packages.ts';
import { Reloads } from './reloads.ts';
import { moveSite } from './site.ts';

/** The settings of a host, with what they do not say. */
export interface HostSettings extends Settings {
  /** The log of the host; one on standard error when left out. */
  readonly log?: Logger;
  /** The workers of which this process is one, where `tappet serve` has started it so. */
  readonly worker?: Workers;
}

/** How a host is closed. */
export interface CloseOptions {
  /** How many milliseconds `/readyz` says so before the ports close; `shutdownDelay` when left out. */
  readonly delay?: number;
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A running host. */
export interface Host {
  readonly settings: ResolvedSettings;
  /** The generation that serves new requests: its plugins, hooks, routes and services. */
  readonly generation: Generation;
  /** The plugins that run, and those that configuration disables. */
  readonly plugins: PluginSelection;
  /** Installs, updates and removes plugins as packages of the site. */
  readonly packages: PluginPackages;
  /** Dispatches a route, query parameters of the index, or a request without HTTP, as a user or the user of an id. */
  dispatch(input: DispatchInput, options?: { user?: CurrentUser | number }): Promise<RestResponse>;
  /**
   * Listens on a port and an address, by default those of the settings, and returns the URL. Requests wait until
   * `prepare`, which is called with the URL, has ended.
   */
  listen(port?: number, host?: string, prepare?: (address: string) => Promise<void>): Promise<string>;
  /** A handler for a Node.js HTTP server: Koa's `app.callback()` of the running generation. */
  callback(): NodeHandler;
  /** Leases the running generation: it is not disposed of before the lease is released. */
  lease(): Lease;
  /**
   * Builds the next generation beside the running one, of new settings if they are given, and swaps it in. Throws when
   * the settings cannot be read or the generation cannot be built; the running generation then stays, and `/healthz`
   * reports the failure.
   */
  reload(settings?: Settings | (() => MaybePromise<Settings>)): Promise<void>;
  /**
   * Has `/readyz` say that the host closes, closes its ports after `shutdownDelay`, waits for in-flight requests for at
   * most `shutdownTimeout`, and disposes of all generations. Another call waits for the same end.
   */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Makes a host.
 *
 * @param options the settings, as in `tappet.config.ts`, and a log of one's own if wanted
 * @returns the host, with its plugins set up, not listening yet
 * @throws a `ConfigError` or a `PluginError` whose message says what to mend
 *
 * ```ts
 * const host = await createHost({ database: 'sqlite::memory:' });
 * const response = await host.dispatch('/cms/v2/posts');
 * await host.close();
 * ```
 */
export async function createHost(hostSettings: HostSettings = {}): Promise<Host> {
  const { log: givenLog, worker, ...given } = hostSettings;
  const settings = resolveSettings(checkSettings(given, 'createHost'));
  const log = givenLog ?? createLog(settings.logLevel ?? 'warn', worker && { worker: worker.number });
  const reloads = new Reloads(settings, log, worker);
  await reloads.reload();
  const { generations, site } = reloads;
  const listeners = new Set<Listener>();
  /** Gives the site its address where no setting does. */
  const settle = (address: string) => {
    if (settings.url !== undefined) return;
    moveSite(site, generations.current.server.hooks.filter('site_home').call(address));
  };
  settle(site.home);
  let handler: Promise<NodeHandler> | undefined;

  /** Makes the handler once; Koa is loaded with the first call. */
  const loadHandler = (): Promise<NodeHandler> => {
    handler ??= import('./http/handler.ts').then(({ createHandler }) => {
      const logRequests = settings.logLevel === 'debug' || givenLog !== undefined;
      return createHandler({ ...settings, log, logRequests, lease: () => generations.lease() });
    });
    return handler;
  };

  let closed: Promise<void> | undefined;
  const close = async ({ delay = settings.shutdownDelay }: CloseOptions): Promise<void> => {
    reloads.closing();
    for (const listener of listeners) listener.drain();
    if (listeners.size > 0) await sleep(delay);
    const cut = await Promise.all([...listeners].map((listener) => listener.close(settings.shutdownTimeout)));
    const requests = cut.reduce((sum, one) => sum + one, 0);
    if (requests > 0) log.warn({ requests }, `requests were cut off after ${settings.shutdownTimeout} ms`);
    await reloads.dispose();
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
    packages: reloads.packages,

    async dispatch(input, { user } = {}) {
      const { generation, release } = generations.lease();
      const { server, services } = generation;
      try {
        const known = typeof user === 'number' ? await services.find(UserLoader)?.load(user) : user;
        if (typeof user === 'number' && !known) throw new TypeError(`there is no user ${user}`);
        // What the program that runs the host says of a user holds.
        if (isRestRequest(input)) readers.vouch(input.context.user);
        const context = isRestRequest(input)
          ? input.context
          : new RequestContext(known ? { user: readers.vouch(known) } : {});
        return await actingAs(services, { context }, () => server.dispatch(input, context));
      } finally {
        release();
      }
    },

    async listen(port = settings.port, host = settings.host, prepare) {
      const [{ Listener }, handle] = await Promise.all([import('./http/listener.ts'), loadHandler()]);
      const listener = new Listener(handle);
      const release = listener.hold();
      try {
        await listener.listen(port, host);
        listeners.add(listener);
        tendHeap();
        settle(listener.url);
        await prepare?.(listener.url);
      } finally {
        release();
      }
      return listener.url;
    },

    callback() {
      const loading = loadHandler();
      return (request, response) => void loading.then((handle) => handle(request, response));
    },

    lease: () => generations.lease(),

    async reload(next) {
      const read = typeof next === 'function' ? next : () => next ?? reloads.settings;
      await reloads.reload(async () => resolveSettings(checkSettings(await read(), 'reload')));
    },

    close(options = {}) {
      closed ??= close(options);
      return closed;
    },
  };
}
