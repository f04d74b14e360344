import { type HookTypes, hookSignature, listNeeds, type PluginHooks } from '../../core/index.ts';
import { demandsOf, exampleOf } from './example.ts';
import { LIVES } from './lives.ts';

/** When a hook first fires in the life of something, and between which others. */
export interface Firing {
  /** The life: `GET /cms/v2/posts`. */
  readonly in: string;
  readonly after: string | null;
  readonly before: string | null;
}

/** All that the reference tells of a hook. */
export interface HookEntry {
  readonly name: string;
  /** The plugin that fires it, or `core`. */
  readonly owner: string;
  readonly kind: 'filter' | 'action';
  readonly timing: 'sync' | 'async';
  /** What a tap looks like: `(url: string) => string`. */
  readonly signature: string;
  /** When it fires and what it is for. */
  readonly meaning: string;
  /** The section of the interface's specification that names it. */
  readonly section: string | null;
  /** Whether a tap that throws fails the request; else the tap is skipped. */
  readonly decides: boolean;
  /** The capabilities that whoever taps it must declare. */
  readonly needs: readonly string[];
  readonly fires: readonly Firing[];
  /** What a plugin's definition says so that the example works: `requires: { posts: '*' }`. */
  readonly demands: readonly string[];
  /** One tap, as a plugin's `setup({ hooks, log })` would make it. */
  readonly example: string;
}

const firingsOf = (name: string): Firing[] =>
  LIVES.flatMap(({ of, hooks }) => {
    const at = hooks.indexOf(name);
    return at < 0 ? [] : [{ in: of, after: hooks[at - 1] ?? null, before: hooks[at + 1] ?? null }];
  });

/** The reference of every hook that is declared, by name. */
export function hookReference(hooks: PluginHooks, types: HookTypes | undefined): HookEntry[] {
  return hooks.declared().map(({ name, owner, declaration }) => {
    const { kind, timing, meaning, section = null, decides, needs } = declaration;
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
      needs: listNeeds(needs),
      fires: firingsOf(name),
      demands: demandsOf(owner, declaration),
      example: exampleOf(name, declaration, known),
    };
  });
}
