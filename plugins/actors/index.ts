import { definePlugin, HTTP_STAGES, type HttpMiddleware, serviceToken } from '../../core/index.ts';
import type { BrowserSessions as BrowserSessionsService } from '../sessions/index.ts';
import type { UserStore as UserStoreService } from '../users/index.ts';
import { Actors, RunningActors, runForRequest, runningRequest } from './actors.ts';

export { type Acting, type Actor, Actors } from './actors.ts';

// By name, so that a site without those plugins has this one.
const BrowserSessions = serviceToken<BrowserSessionsService>('browser-sessions');
const UserStore = serviceToken<UserStoreService>('user-store');

/** When nobody puts another request in the place of one. */
const LAST = 10_000;

/** Has it known for which request something is done; one that reads as nobody does nothing. */
const rememberRequest: HttpMiddleware = (http, next) => {
  const isRead = http.method === 'GET' || http.method === 'HEAD';
  if (isRead && http.get('Authorization') === '' && http.get('Cookie') === '') return next();
  return runForRequest(http, next);
};

export default definePlugin({
  name: 'actors',
  version: '0.1.0',
  description: 'Tells plugins who does what is being done: a user, a command, a job or nobody.',
  group: 'identity',
  cacheable: true,
  after: ['sessions', 'users'],
  capabilities: ['authentication', 'http', 'users:read'],
  setup({ hooks, find, provide }) {
    provide(Actors, new RunningActors(find(UserStore), find(BrowserSessions)));
    // Behind the cache of responses, whose answers change nothing.
    hooks.action('http_app').tap({ stage: HTTP_STAGES.cache + 1 }, (app) => app.use(rememberRequest));
    // Its user is asked for later; that of a page is known by the cookie.
    hooks.filter('rest_serve_request').tap({ name: 'actors', stage: LAST }, ({ context }) => {
      const request = runningRequest();
      if (request !== undefined) request.context = context;
      return undefined;
    });
  },
});
