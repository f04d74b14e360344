import { type Endpoint, filter, type RestServer, type Route } from '../../core/index.ts';

/** Schemes of security that one request uses together, by name: the object of a scheme as OpenAPI writes it. */
export type SecurityWay = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The OpenAPI document, or a part of it, as plain data. */
export type OpenApiObject = Readonly<Record<string, unknown>>;

/** The endpoint that an operation describes. */
export interface OperationSource {
  readonly route: Route;
  readonly endpoint: Endpoint;
  /** One of the endpoint's methods, in upper case. */
  readonly method: string;
  /** The templated path: `/cms/v2/posts/{id}`. */
  readonly path: string;
}

/** The hooks that the plugin fires, each once for a generation and base address. */
export const openapiHooks = {
  openapi_security: filter<[ways: readonly SecurityWay[]]>({
    params: ['ways'],
    meaning: 'Adds ways to authenticate to the OpenAPI document: the schemes that a request uses together, by name.',
    section: '5',
  }),
  openapi_parameters: filter<[parameters: readonly OpenApiObject[]]>({
    params: ['parameters'],
    meaning: 'Adds parameters to the OpenAPI document that every request may have, beside the arguments of its route.',
    section: '4.3',
  }),
  openapi_operation: filter<[operation: OpenApiObject, source: OperationSource]>({
    params: ['operation', 'source'],
    meaning: 'Adjusts what the OpenAPI document says of one method of a route.',
  }),
  openapi_document: filter<[document: OpenApiObject, server: RestServer]>({
    params: ['document', 'server'],
    meaning: 'Adjusts the OpenAPI document before it is written.',
  }),
};

type OpenApiHooks = typeof openapiHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends OpenApiHooks {}
}
