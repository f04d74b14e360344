import { relative } from 'node:path';
import { type Hook, type Tap, tapKeys } from '../../core/hooks/index.ts';
import { originOf } from '../config/origin.ts';
import type { Host } from '../create-host.ts';

/** The name of a tap in constraints and configuration: `fields`, `posts:schedule`. */
export const tapName = (tap: Tap): string => tapKeys(tap)[0]!;

/** The place of an override in the configuration: `tappet.config.ts: hooks.rest_post_dispatch.fields`. */
export function settingOf({ settings }: Host, hook: Hook, key: string): string {
  const origin = settings.hooks === undefined ? 'createHost' : originOf(settings.hooks);
  const file = relative(process.cwd(), origin);
  return `${origin === 'createHost' || file.startsWith('..') ? origin : file}: hooks.${hook.name}.${key}`;
}

/** The location of a tap's plugin; undefined for a tap of configuration or core. */
export function codeOf(host: Host, tap: Tap): string | undefined {
  return host.generation.plugins.find(({ definition }) => definition.name === tap.plugin)?.location;
}

/** The setting that changed or added a tap; undefined if none did. */
export const changedBy = (host: Host, hook: Hook, { overridden }: Tap): string | undefined =>
  overridden && settingOf(host, hook, overridden.key);
