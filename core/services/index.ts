/** Services that plugins give each other, and the permissions by which a plugin gets them. */
export type { ServiceCatalogue } from './catalogue.ts';
export { PluginPermissions } from './plugin-permissions.ts';
export { type ServiceListing, Services, type ServiceToken, serviceToken } from './services.ts';
