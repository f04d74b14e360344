import { listPermissions } from '../../core/base/index.ts';
import type { PluginHooks } from '../../core/index.ts';
import { exampleOf, requirementsOf } from './example.ts';
import type { HookTypes } from './hook-types.ts';
import { LIFECYCLES } from './lifecycles.ts';
import { hookSignature } from './signature.ts';

/** When a hook first fires in a lifecycle, and between which others. */
export interface Firing {
  /** The name of the lifecycle: `GET /cms/v2/posts`. */
  readonly in: string;
  readonly after: string | null;
  readonly before: string | null;
}

/** The entry of a hook in the reference. */
export interface HookEntry {
  readonly name: string;
  /** The plugin that fires it, or `core`. */
  readonly owner: string;
  readonly kind: 'filter' | 'action';
  readonly timing: 'sync' | 'async';
  /** The signature of a tap: `(url: string) => string`. */
  readonly signature: string;
  /** When it fires and what it is for. */
  readonly meaning: string;
  /** The section of the interface's specification that names it. */
  readonly section: string | null;
  /** Whether a tap that throws fails the request; else the tap is skipped. */
  readonly decides: boolean;
  /** Whether requests that are dispatched within another one fire it where they get there. */
  readonly inner: boolean;
  /** The permissions that a plugin which taps it must declare. */
  readonly needs: readonly string[];
  readonly fires: readonly Firing[];
  /** The members that a plugin's definition needs so that the example works: `requires: { posts: '*' }`. */
  readonly requirements: readonly string[];
  /** One tap, as a plugin's `setup({ hooks, log })` would make it. */
  readonly example: string;
}

const firingsOf = (name: string): Firing[] =>
  LIFECYCLES.flatMap(({ of, hooks }) => {
    const at = hooks.indexOf(name);
    return at < 0 ? [] : [{ in: of, after: hooks[at - 1] ?? null, before: hooks[at + 1] ?? null }];
  });

/** The reference of every hook that is declared, by name. */
export function hookReference(hooks: PluginHooks, types: HookTypes | undefined): HookEntry[] {
  return hooks.declared().map(({ name, owner, declaration }) => {
    const {
      kind,
      timing,
      meaning,
      section = null,
      decides,
      building,
      inner = !building,
      requiredPermissions,
    } = declaration;
    const known = types?.of(name);
    return {
      name,
      owner,
      kind,
      timing,
      signature: hookSignature(declaration, known),
      meaning,
      section,
      decides,
      inner,
      needs: listPermissions(requiredPermissions),
      fires: firingsOf(name),
      requirements: requirementsOf(owner, declaration),
      example: exampleOf(name, declaration, known),
    };
  });
}
