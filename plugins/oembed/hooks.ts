import { filter } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { OembedData } from './item-data.ts';

/** The hooks of embedding. */
export const oembedHooks = {
  oembed_response_data: filter<[data: OembedData, post: Post, width: number, height: number]>({
    params: ['data', 'post', 'width', 'height'],
    meaning: 'Adjusts what is told of an item to whoever embeds it.',
  }),
  oembed_provider: filter<[endpoint: string, url: string]>({
    params: ['endpoint', 'url'],
    needs: 'network',
    meaning: 'Says where the provider of an address is asked what to embed; empty for an address without one.',
  }),
};

type OembedHooks = typeof oembedHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends OembedHooks {}
}
