import { declared, type EndpointArgument, type RestRequest, type RouteArgs } from '../../../core/index.ts';
import { postErrors } from '../errors.ts';
import type { PostsController } from './posts-controller.ts';

/** A route to register, by its path under the namespace. */
export interface RouteDefinition {
  readonly path: string;
  readonly args: RouteArgs;
}

const password: EndpointArgument = { description: 'The password of the item, if it has one.', type: 'string' };
const force: EndpointArgument = {
  description: 'Whether to delete the item for good instead of moving it to the trash.',
  type: 'boolean',
  default: false,
};

/** The routes of the items of a type: the list, and one item. */
export function postRoutes(controller: PostsController): RouteDefinition[] {
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
