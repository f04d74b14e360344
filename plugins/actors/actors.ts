import { AsyncLocalStorage } from 'node:async_hooks';
import { type HttpContext, isLoggedIn, type RequestContext, serviceToken } from '../../core/index.ts';
import type { BrowserSessions } from '../sessions/index.ts';
import type { UserStore } from '../users/index.ts';

/** Who does something. */
export interface Actor {
  /** A user who is signed in, a command, a job, or nobody: a visitor, or the host by itself. */
  readonly kind: 'user' | 'command' | 'job' | 'nobody';
  /** The id of the user; 0 for all others. */
  readonly userId: number;
  /** The login of the user, or the name of the command or of the job; empty for nobody. */
  readonly name: string;
  /** The address of the client; undefined for what is not done for a request by HTTP. */
  readonly address: string | undefined;
}

/** On whose behalf work is done. */
export type Acting = { readonly context: RequestContext } | { readonly command: string } | { readonly job: string };

/** A request by HTTP, with the context by which the interface knows its user, once it does. */
interface HttpRequest {
  readonly http: Omit<HttpContext, 'params'>;
  context?: RequestContext;
}

/** Tells who acts, wherever the question is asked: in a tap, in a callback, in what a store does for them. */
export interface Actors {
  /** Who does what is being done. */
  current(): Promise<Actor>;
  /** Does work on behalf of a request, a command or a job. */
  run<T>(acting: Acting, work: () => T): T;
}

/** The token of the service. */
export const Actors = serviceToken('actors', {
  requiredPermissions: ['users:read', 'authentication'],
  requiredPermissionsOf: (member) => (member === 'current' ? 'users:read' : 'authentication'),
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    actors: Actors;
  }
}

const running = new AsyncLocalStorage<Acting | HttpRequest>();

/** The request by HTTP that the running code belongs to, if it may be somebody's. */
export function runningRequest(): HttpRequest | undefined {
  const acting = running.getStore();
  return acting !== undefined && 'http' in acting ? acting : undefined;
}

/** Does work on behalf of a request by HTTP. */
export const runForRequest = <T>(http: HttpRequest['http'], work: () => T): T => running.run({ http }, work);

const nobody = (address?: string): Actor => ({ kind: 'nobody', userId: 0, name: '', address });

/** Finds out who acts by the asynchronous context. */
export class RunningActors implements Actors {
  readonly #users: Pick<UserStore, 'byId'> | undefined;
  readonly #browser: Pick<BrowserSessions, 'current'> | undefined;

  /** @param browser knows who signs in by a page; each is undefined where no plugin does */
  constructor(users: Pick<UserStore, 'byId'> | undefined, browser: Pick<BrowserSessions, 'current'> | undefined) {
    this.#users = users;
    this.#browser = browser;
  }

  async current(): Promise<Actor> {
    const acting = running.getStore();
    if (acting === undefined) return nobody();
    if ('command' in acting) return { ...nobody(), kind: 'command', name: acting.command };
    if ('job' in acting) return { ...nobody(), kind: 'job', name: acting.job };
    const address = 'http' in acting ? acting.http.ip : acting.context.http?.remoteAddress;
    const userId = await this.#userOf(acting);
    if (userId === 0) return nobody(address);
    const user = await this.#users?.byId(userId);
    return { kind: 'user', userId, name: user?.login ?? '', address };
  }

  run<T>(acting: Acting, work: () => T): T {
    return running.run(acting, work);
  }

  /** The id of who makes a request; a page is asked by who is signed in by the cookie. */
  async #userOf(request: { readonly context?: RequestContext } & Partial<HttpRequest>): Promise<number> {
    const { context, http } = request;
    if (context !== undefined) return isLoggedIn(context.user) ? context.user.id : 0;
    const session = http === undefined ? undefined : await this.#browser?.current(http as HttpContext);
    return session?.userId ?? 0;
  }
}
