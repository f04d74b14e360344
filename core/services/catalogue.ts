/**
 * The types of services by name. The plugin that provides a service adds its type by declaration merging; from then on
 * its token is made of the name alone:
 *
 * ```ts
 * declare module 'tappet' {
 *   interface ServiceCatalogue { 'price-list': PriceList }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface ServiceCatalogue {}
