export * from './additional-fields.ts';
export * from './addressing.ts';
export type { ServedResponse } from './answer.ts';
export {
  checkArguments,
  issueToError,
  parseRequestArg,
  sanitizeArguments,
  sanitizeRequestArg,
  validateRequestArg,
} from './arguments.ts';
export * from './context.ts';
export * from './controller.ts';
export { Credentials } from './credentials.ts';
export { toResponse } from './dispatch.ts';
export type * from './endpoint.ts';
export * from './error.ts';
export { faultOf } from './fault.ts';
export * from './fields.ts';
export * from './hooks.ts';
export * from './http.ts';
export * from './item-schema.ts';
export { lazyJsonArray, unparsedItems } from './lazy-json-array.ts';
export * from './query.ts';
export * from './request.ts';
export * from './response.ts';
export { fullRoute } from './route.ts';
export type { RouteMatch } from './route-table.ts';
export type { EndpointMatch } from './routes.ts';
export * from './server.ts';
export * from './user.ts';
