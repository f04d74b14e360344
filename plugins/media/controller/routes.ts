import type { EndpointArgument, RestRequest, RestResponse, RouteArgs } from '../../../core/index.ts';

/** What the routes of files need of their controller: permissions and answers. */
export interface MediaEndpoints {
  readonly restBase: string;
  mayUpdate(request: RestRequest): Promise<boolean>;
  mayEditImage(request: RestRequest): Promise<boolean>;
  postProcess(request: RestRequest): Promise<RestResponse>;
  edit(request: RestRequest): Promise<RestResponse>;
}

const id: EndpointArgument = { description: 'The id of the image.', type: 'integer' };

const percentage = (description: string): EndpointArgument => ({
  description,
  type: 'number',
  minimum: 0,
  maximum: 100,
});

const modifier = (title: string, type: string, args: Readonly<Record<string, string>>) => ({
  title,
  properties: {
    type: { description: 'What is done.', type: 'string' as const, enum: [type] },
    args: {
      description: 'How it is done.',
      type: 'object' as const,
      required: Object.keys(args),
      properties: Object.fromEntries(
        Object.entries(args).map(([name, description]) => [name, { description, type: 'number' as const }]),
      ),
    },
  },
});

/** The arguments that change an image. The ones beside `modifiers` are of older clients. */
const editArgs: Record<string, EndpointArgument> = {
  src: { description: 'The address of the image that is changed.', type: 'string', format: 'uri', required: true },
  modifiers: {
    description: 'What is done to the image, in this order.',
    type: 'array',
    minItems: 1,
    items: {
      description: 'One change.',
      type: 'object',
      required: ['type', 'args'],
      oneOf: [
        modifier('Rotation', 'rotate', { angle: 'By how many degrees the image is turned to the right.' }),
        modifier('Crop', 'crop', {
          left: 'Where the part begins, in percent of the width.',
          top: 'Where the part begins, in percent of the height.',
          width: 'How wide the part is, in percent.',
          height: 'How high the part is, in percent.',
        }),
      ],
    },
  },
  rotation: {
    description: 'By how many degrees the image is turned to the right. Superseded by modifiers.',
    type: 'integer',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 360,
    exclusiveMaximum: true,
  },
  x: percentage('Where the part begins, in percent of the width. Superseded by modifiers.'),
  y: percentage('Where the part begins, in percent of the height. Superseded by modifiers.'),
  width: percentage('How wide the part is, in percent. Superseded by modifiers.'),
  height: percentage('How high the part is, in percent. Superseded by modifiers.'),
};

/** The routes that files have beside those of items. */
export function mediaRoutes(controller: MediaEndpoints): { readonly path: string; readonly args: RouteArgs }[] {
  const path = `${controller.restBase}/(?P<id>[\\d]+)`;
  return [
    {
      path: `${path}/post-process`,
      args: {
        methods: 'POST',
        callback: (request: RestRequest) => controller.postProcess(request),
        permission_callback: (request: RestRequest) => controller.mayUpdate(request),
        args: {
          id,
          action: {
            description: 'What is done: the sizes that are missing are made.',
            type: 'string',
            enum: ['create-image-subsizes'],
            required: true,
          },
        },
      },
    },
    {
      path: `${path}/edit`,
      args: {
        methods: 'POST',
        callback: (request: RestRequest) => controller.edit(request),
        permission_callback: (request: RestRequest) => controller.mayEditImage(request),
        args: editArgs,
      },
    },
  ];
}
