import { relative } from 'node:path';
import { type Hook, type Tap, tapKeys } from '../../core/index.ts';
import { originOf } from '../config/origin.ts';
import type { Host } from '../create-host.ts';

/** A tap as other taps and configuration name it: `fields`, `posts:schedule`. */
export const tapName = (tap: Tap): string => tapKeys(tap)[0]!;

/** The setting of an override as it stands in the configuration: `tappet.config.ts: hooks.rest_post_dispatch.fields`. */
export function settingOf({ settings }: Host, hook: Hook, key: string): string {
  const origin = settings.hooks === undefined ? 'createHost' : originOf(settings.hooks);
  const file = relative(process.cwd(), origin);
  return `${origin === 'createHost' || file.startsWith('..') ? origin : file}: hooks.${hook.name}.${key}`;
}

/** Where a tap's plugin is: its folder, or a word for where its definition came from. */
export function codeOf(host: Host, tap: Tap): string | undefined {
  return host.generation.plugins.find(({ definition }) => definition.name === tap.plugin)?.location;
}

/** The setting that changed or added a tap; undefined where configuration left it alone. */
export const changedBy = (host: Host, hook: Hook, { overridden }: Tap): string | undefined =>
  overridden && settingOf(host, hook, overridden.key);
