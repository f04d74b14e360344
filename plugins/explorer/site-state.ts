import { listPermissions } from '../../core/base/index.ts';
import { HostStatus, type PluginHost, PluginManager, type RestServer } from '../../core/index.ts';

/** The state of the site that the page shows; with `inside` also its plugins, its hooks, and the owners of routes. */
export function siteState(host: PluginHost, server: RestServer, inside: boolean, traceHeader: string): unknown {
  const { brand, find } = host;
  const status = find(HostStatus);
  return {
    root: server.restUrl('/'),
    namespace: brand.namespace,
    nonceHeader: brand.header('Nonce'),
    generation: status?.generation ?? null,
    since: status?.since ?? null,
    inside: inside ? { traceHeader, owners: ownersOf(server), plugins: pluginsOf(host), hooks: hooksOf(host) } : null,
  };
}

/** The plugins that answer a route, by its pattern. */
const ownersOf = ({ routes }: RestServer): Record<string, string[]> =>
  Object.fromEntries(
    [...routes].map(([pattern, { endpoints }]) => [
      pattern,
      [...new Set(endpoints.flatMap(({ plugin }) => plugin ?? []))],
    ]),
  );

function pluginsOf({ find }: PluginHost): unknown[] {
  const failures = find(HostStatus)?.failures ?? [];
  const known = find(PluginManager)?.all() ?? [];
  return known.map(({ name, status, location, definition, skipped }) => ({
    name,
    // A plugin that does not run, and was not switched off, shows the reason.
    status: skipped?.status ?? status,
    message: skipped?.message ?? null,
    location,
    version: definition?.version ?? null,
    description: definition?.description ?? null,
    capabilities: definition?.capabilities ?? [],
    requires: Object.keys(definition?.requires ?? {}),
    isolated: definition?.isolated ?? false,
    failures: failures
      .filter(({ plugin }) => plugin === name)
      .map(({ hook, count, message }) => ({ hook, count, message })),
  }));
}

const hooksOf = ({ hooks }: PluginHost): unknown[] =>
  hooks.declared().map(({ name, owner, declaration, taps }) => ({
    name,
    owner,
    kind: declaration.kind,
    timing: declaration.timing,
    parameters: declaration.params,
    meaning: declaration.meaning,
    decides: declaration.decides === true,
    needs: listPermissions(declaration.requiredPermissions),
    taps,
  }));
