import { asyncFilter, filter, mustBe } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { EmbedAttributes } from './embed-key.ts';
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
  embed_defaults: filter<[size: Readonly<Record<'width' | 'height', number>>, url: string]>({
    params: ['size', 'url'],
    requiredPermissions: 'content:read',
    meaning: 'Says how wide and how high what is embedded in a text is at the most, where the text says nothing.',
  }),
  pre_oembed_result: asyncFilter<[result: string | null, url: string, args: EmbedAttributes]>({
    params: ['result', 'url', 'args'],
    requiredPermissions: ['content:write', 'network'],
    value: mustBe('a text or null', (value) => value === null || typeof value === 'string'),
    meaning:
      'Gives the markup of an address in place of its provider; null asks the provider. It is cleaned when it is shown.',
  }),
  oembed_dataparse: filter<[html: string, data: OembedData, url: string]>({
    params: ['html', 'data', 'url'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts the markup that is made of the data of a provider, before it is stored; empty for none.',
  }),
  oembed_result: filter<[html: string, url: string, args: EmbedAttributes]>({
    params: ['data', 'url', 'args'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts the markup that was found for an address, before it is stored; empty for none.',
  }),
  oembed_ttl: filter<[seconds: number, url: string, attr: EmbedAttributes, postId: number]>({
    params: ['time', 'url', 'attr', 'post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Says how old stored markup is, in seconds, when saving its item has it fetched anew.',
  }),
  embed_oembed_html: filter<[html: string, url: string, attr: EmbedAttributes, postId: number]>({
    params: ['cache', 'url', 'attr', 'post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the cleaned markup of an address each time it is shown.',
  }),
};

type OembedHooks = typeof oembedHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends OembedHooks {}
}
