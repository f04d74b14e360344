import type { PluginHost } from '../../core/index.ts';
import { renderStages, requestOf } from '../content-rendering/index.ts';
import { isViewable } from '../content-types/index.ts';
import type { Database } from '../database/index.ts';
import { type AutoembedDependencies, autoembed, providerAddresses } from './autoembed.ts';
import { embedHtml } from './embed-html.ts';
import { WIDTH } from './embeds.ts';
import { sizeFor } from './item-data.ts';
import { itemAt } from './own-items.ts';

/** Embeds what the addresses in contents and in the shortcode `embed` lead to, and fetches it when an item is saved. */
export function embedInContents(
  { hooks }: Pick<PluginHost, 'hooks'>,
  dependencies: AutoembedDependencies & { readonly database: Database },
): void {
  const { database, embeds, types } = dependencies;
  hooks.action('wp_after_insert_post').tapPromise('embeds', async (id, post) => {
    const type = types.get(post.type);
    if (embeds === undefined || type === undefined || !isViewable(type) || post.status !== 'publish') return;
    const urls = providerAddresses(post.content, dependencies);
    // What is not committed is not there for others to add to.
    if (urls.length > 0) database.afterCommit(() => embeds.refreshLater(id, urls), { changesAnswers: false });
  });

  hooks
    .filter('the_content')
    .tapPromise({ name: 'autoembed', stage: renderStages.embeds, pure: true }, (content, context) =>
      content.includes('://') ? autoembed(content, context, dependencies) : content,
    );
  if (!hooks.has('embed_maybe_make_link')) return;
  hooks.filter('embed_maybe_make_link').tapPromise('oembed', async (output, url, { width, height }, context) => {
    const request = requestOf(context);
    const post = await itemAt(url, dependencies, request);
    if (post !== undefined) return embedHtml(post, sizeFor(Number(width) || WIDTH), dependencies, request);
    if (embeds?.hasProvider(url) !== true) return output;
    return (await embeds.find(url, { width: width ?? '', height: height ?? '' }, context)) ?? output;
  });
}
