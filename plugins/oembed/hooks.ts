import { filter } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { OembedData } from './item-data.ts';

/** The hooks of embedding. */
export const oembedHooks = {
  oembed_response_data: filter<[data: OembedData, post: Post, width: number, height: number]>({
    params: ['data', 'post', 'width', 'height'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the data of an item that is sent to sites that embed it.',
  }),
  oembed_provider: filter<[endpoint: string, url: string]>({
    params: ['endpoint', 'url'],
    requiredPermissions: 'network',
    meaning: 'Gives the endpoint of the provider of an address; empty for an address without a provider.',
  }),
};

type OembedHooks = typeof oembedHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends OembedHooks {}
}
