/** The site's brand and address, its time zone, and the dates of the interface. */
export { type Brand, createBrand } from './brand.ts';
export * from './dates.ts';
export type * from './site.ts';
export { isZoneName, type SiteZone, toLocalSeconds, toUtcSeconds, zoneOffset } from './time-zone.ts';
