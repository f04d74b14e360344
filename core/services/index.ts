/** Services that plugins give each other, and the permissions by which a plugin gets them. */
export type { ServiceCatalogue } from './catalogue.ts';
export { PluginPermissions } from './plugin-permissions.ts';
export { type ServiceToken, serviceToken } from './service-token.ts';
export { type ServiceListing, Services } from './services.ts';
