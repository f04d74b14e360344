import { HTTP_STAGES, type PluginHost } from '../../core/index.ts';

/** The stage of `rest_pre_dispatch` at which nothing has looked at a request yet. */
const FIRST = -1000;

/** Has each request see, before anything answers it, all that other programs have changed by the time it came. */
export function seeChangesFirst({ hooks }: PluginHost, freshen: () => Promise<void>): void {
  // Where changes cannot be looked for, nothing kept is used.
  const look = () => freshen().catch(() => undefined);
  hooks.action('http_app').tap({ stage: HTTP_STAGES.cache - 1, pure: true }, (app) =>
    app.use(async (_, next) => {
      await look();
      await next();
    }),
  );
  // What a program that runs the host dispatches came by no connection, and so by none of the above.
  hooks.filter('rest_pre_dispatch').tapPromise({ stage: FIRST, pure: true }, async (result, _server, { context }) => {
    if (context.http === undefined) await context.memo(seeChangesFirst, look);
    return result;
  });
}
