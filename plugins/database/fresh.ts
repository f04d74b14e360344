import { HTTP_STAGES, type PluginHost } from '../../core/index.ts';

/** Has each request see, before anything answers it, all that other programs have changed by the time it came. */
export function seeChangesFirst({ hooks }: PluginHost, freshen: () => Promise<void>): void {
  hooks.action('http_app').tap({ stage: HTTP_STAGES.cache - 1, pure: true }, (app) =>
    app.use(async (_, next) => {
      // Where changes cannot be looked for, nothing kept is used.
      await freshen().catch(() => undefined);
      await next();
    }),
  );
}
