import { type EndpointArgument, type RestRequest, RestResponse, type RestServer } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { oembedErrors as errors } from './errors.ts';
import { type ItemDataDependencies, itemData, type OembedData, sizeFor } from './item-data.ts';
import { itemAt, type OwnItemsDependencies } from './own-items.ts';
import type { ProviderData } from './provider-data.ts';

/** The namespace of embedding; it bears no brand. */
export const NAMESPACE = 'oembed/1.0';

/** The services that the routes use. */
export interface OembedDependencies extends OwnItemsDependencies, ItemDataDependencies {
  readonly types: ContentTypes;
  readonly providers: ProviderData;
}

const url: EndpointArgument = {
  description: 'The address of what is to be embedded.',
  type: 'string',
  format: 'uri',
  required: true,
};
const format: EndpointArgument = {
  description: 'How the answer is written.',
  type: 'string',
  enum: ['json', 'xml'],
  default: 'json',
};
const maxwidth: EndpointArgument = {
  description: 'The greatest width, in pixels.',
  type: 'integer',
  minimum: 0,
  default: 600,
};
const maxheight: EndpointArgument = { description: 'The greatest height, in pixels.', type: 'integer', minimum: 0 };

/** Registers `/embed`, by which other sites embed items, and `/proxy`, by which editors load the data to embed. */
export function registerOembedRoutes(server: RestServer, dependencies: OembedDependencies): void {
  const ofItem = async (request: RestRequest): Promise<OembedData | undefined> => {
    const post = await itemAt(String(request.getParam('url')), dependencies, request.context);
    if (post === undefined) return undefined;
    const size = sizeFor(Number(request.getParam('maxwidth')));
    const data = await itemData(post, size, dependencies, request.context);
    return server.hooks.filter('oembed_response_data').call(data, post, size.width, size.height);
  };
  const answer = (data: OembedData | undefined): RestResponse => {
    if (data === undefined) throw errors.oembed_invalid_url();
    return new RestResponse(data);
  };

  server.registerRoute(NAMESPACE, 'embed', {
    callback: async (request: RestRequest) => answer(await ofItem(request)),
    permission_callback: () => true,
    args: { url, format, maxwidth },
  });
  server.registerRoute(NAMESPACE, 'proxy', {
    callback: async (request: RestRequest) =>
      answer((await ofItem(request)) ?? (await ofProvider(request, dependencies))),
    permission_callback: (request: RestRequest) => {
      if (request.user.can('edit_posts') || dependencies.types.editableBy(request.user)) return true;
      throw errors.rest_forbidden(request);
    },
    args: { url, format, maxwidth, maxheight },
  });
}

function ofProvider(request: RestRequest, { providers }: OembedDependencies): Promise<OembedData | undefined> {
  const height = request.getParam('maxheight');
  return providers.find({
    url: String(request.getParam('url')),
    maxwidth: Number(request.getParam('maxwidth')),
    maxheight: height === null ? undefined : Number(height),
  });
}
