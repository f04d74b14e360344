import type { EndpointArgument, ItemSchema, RestRequest, RestResponse, RouteArgs } from '../../../core/index.ts';
import { declared, type ErrorDeclarations } from '../../../core/rest/index.ts';
import { postErrors } from '../errors.ts';

/** A route to register, by its path under the namespace. */
export interface RouteDefinition {
  readonly path: string;
  readonly args: RouteArgs;
}

/** What the routes of items need of their controller: arguments, permissions and answers. */
export interface ItemEndpoints {
  readonly restBase: string;
  readonly schema: ItemSchema;
  /** What ids of items look like in paths, and what they are as arguments. */
  readonly idPattern: string;
  readonly idArg: EndpointArgument;
  readonly allowBatch: Readonly<Record<string, boolean>> | undefined;
  readonly createErrors: ErrorDeclarations;
  contextParam(extra: Partial<EndpointArgument>): EndpointArgument;
  collectionParams(): Record<string, EndpointArgument>;
  endpointArgs(method: 'POST' | 'PUT'): Record<string, EndpointArgument>;
  describeSchema(): ItemSchema;
  mayList(request: RestRequest): boolean;
  mayReadItem(request: RestRequest): Promise<boolean>;
  mayCreate(request: RestRequest): Promise<boolean>;
  mayUpdate(request: RestRequest): Promise<boolean>;
  mayDelete(request: RestRequest): Promise<boolean>;
  list(request: RestRequest): Promise<RestResponse>;
  read(request: RestRequest): Promise<RestResponse>;
  create(request: RestRequest): Promise<RestResponse>;
  update(request: RestRequest): Promise<RestResponse>;
  delete(request: RestRequest): Promise<RestResponse>;
}

const password: EndpointArgument = { description: 'The password of the item, if it has one.', type: 'string' };
const force: EndpointArgument = {
  description: 'Whether to delete the item for good instead of moving it to the trash.',
  type: 'boolean',
  default: false,
};

/** The routes of the items of a type: the list, and one item. */
export function postRoutes(controller: ItemEndpoints): RouteDefinition[] {
  const { restBase, idPattern } = controller;
  const context = controller.contextParam({ default: 'view' });
  const options = { allow_batch: controller.allowBatch, schema: () => controller.describeSchema() };
  return [
    {
      path: restBase,
      args: {
        ...options,
        collection: 'list',
        0: {
          methods: 'GET',
          callback: (request: RestRequest) => controller.list(request),
          permission_callback: (request: RestRequest) => controller.mayList(request),
          args: controller.collectionParams(),
        },
        1: {
          methods: 'POST',
          callback: (request: RestRequest) => controller.create(request),
          permission_callback: (request: RestRequest) => controller.mayCreate(request),
          args: controller.endpointArgs('POST'),
          errors: controller.createErrors,
        },
      },
    },
    {
      path: `${restBase}/(?P<id>${idPattern})`,
      args: {
        ...options,
        args: { id: controller.idArg },
        0: {
          methods: 'GET',
          callback: (request: RestRequest) => controller.read(request),
          permission_callback: (request: RestRequest) => controller.mayReadItem(request),
          args: { context, ...(Object.hasOwn(controller.schema.properties, 'password') ? { password } : {}) },
        },
        1: {
          methods: 'POST, PUT, PATCH',
          callback: (request: RestRequest) => controller.update(request),
          permission_callback: (request: RestRequest) => controller.mayUpdate(request),
          args: controller.endpointArgs('PUT'),
        },
        2: {
          methods: 'DELETE',
          callback: (request: RestRequest) => controller.delete(request),
          permission_callback: (request: RestRequest) => controller.mayDelete(request),
          args: { force },
          errors: declared(postErrors, 'rest_trash_not_supported'),
        },
      },
    },
  ];
}
