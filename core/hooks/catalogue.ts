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
