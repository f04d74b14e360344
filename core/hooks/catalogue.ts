import type { HookDeclaration } from './declare.ts';

/**
 * The types of all declared hooks, by name. Owners of hooks, third-party plugins too, add theirs by
 * declaration merging:
 *
 * ```ts
 * declare module 'tappet' {
 *   interface HookCatalogue { my_price: HookDeclaration<'filter', 'sync', [price: number]> }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface HookCatalogue {}

/** `rest_prepare_{post_type}` as the template literal type that concrete names fit. */
type Concrete<N extends string> = N extends `${infer A}{${string}}${infer B}` ? `${A}${string}${Concrete<B>}` : N;

/**
 * A name that a hook can be asked for: as declared, or with its placeholders filled. A filled one may fit several
 * declarations, as `rest_event_query` does: `filter('rest_{post_type}_query').for('event')` says which is meant.
 */
export type HookName = { [N in keyof HookCatalogue & string]: N | Concrete<N> }[keyof HookCatalogue & string];

/** The declaration that a name stands for: its own, or else that of the patterns it fits. */
export type DeclarationOf<N extends string> = N extends keyof HookCatalogue
  ? HookCatalogue[N]
  : { [K in keyof HookCatalogue & string]: N extends Concrete<K> ? HookCatalogue[K] : never }[keyof HookCatalogue &
      string];

/** The parameters of a declared hook. */
export type ParamsOf<D> = D extends HookDeclaration<infer _K, infer _T, infer P> ? P : never;
