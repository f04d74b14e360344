/**
 * What `user.can` takes beside a capability, by its name: nothing after a primitive one, the object after one that is about
 * an object. Plugins add theirs by declaration merging; of any other name the compiler knows nothing:
 *
 * ```ts
 * declare module 'tappet' {
 *   interface CapabilityCatalogue { manage_shelves: []; edit_book: [book: Post] }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface CapabilityCatalogue {}
