/**
 * What plugin authors need of the runtime: this is what `tappet` exports, beside what `host/` adds. Special parts have an
 * index of their own: `rest`, `schema`, `text`, `site` (`tappet/dates`), `hooks`, `cache`, `trace`, `plugin`, `base`.
 */
export type { Capability } from './base/capabilities.ts';
export type { Logger } from './base/logger.ts';
export type { MaybePromise } from './base/maybe-promise.ts';
export { PluginError } from './base/plugin-error.ts';
export { Cache, type CacheOptions } from './cache/cache.ts';
export { Caches } from './cache/caches.ts';
export * from './hooks/catalogue.ts';
export { action, asyncAction, asyncFilter, filter, type HookDeclaration, type HookSpec } from './hooks/declare.ts';
export { HookFailureError } from './hooks/failure.ts';
export type { TapOptions } from './hooks/tap.ts';
export { anyValue, mustBe } from './hooks/value.ts';
export { type HookHandle, PluginHooks } from './hooks/view.ts';
export { type CommandContext, type CommandDefinition, CommandError } from './plugin/command.ts';
export {
  type Disposer,
  definePlugin,
  type PluginDefinition,
  type PluginHost,
} from './plugin/plugin.ts';
export { HostStatus, PluginManager } from './plugin/plugin-manager.ts';
export type { AdditionalField } from './rest/additional-fields.ts';
export type { ServedResponse } from './rest/answer.ts';
export { parseRequestArg, validateRequestArg } from './rest/arguments.ts';
export * from './rest/capability-catalogue.ts';
export { RequestContext } from './rest/context.ts';
export { RestController } from './rest/controller.ts';
export type {
  Endpoint,
  EndpointArgument,
  EndpointArguments,
  EndpointCallback,
  EndpointGroup,
  PermissionCallback,
  Route,
  RouteArgs,
} from './rest/endpoint.ts';
export { defineErrors, isRestError, RestError } from './rest/error.ts';
export { FieldSelection } from './rest/fields.ts';
export { RESOURCE_ROUTES } from './rest/hooks.ts';
export {
  HTTP_STAGES,
  type HttpApplication,
  type HttpContext,
  type HttpMiddleware,
  type HttpRouter,
} from './rest/http.ts';
export { type FieldSchema, type ItemSchema, itemSchema, readonlyField } from './rest/item-schema.ts';
export { addQueryArgs } from './rest/query.ts';
export { isRestRequest, RestRequest, type UploadedFile } from './rest/request.ts';
export { isRestResponse, RestResponse } from './rest/response.ts';
export { RestServer } from './rest/server.ts';
export { type CurrentUser, isLoggedIn } from './rest/user.ts';
export { UserLoader } from './rest/user-loader.ts';
export type { ArgumentSchema } from './schema/schema.ts';
export * from './services/catalogue.ts';
export { type ServiceToken, serviceToken } from './services/service-token.ts';
export type { Brand } from './site/brand.ts';
export type { Site } from './site/site.ts';
