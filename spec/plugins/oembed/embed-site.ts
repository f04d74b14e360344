import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin, type PluginDefinition } from '../../../core/index.ts';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import media from '../../../plugins/media/index.ts';
import mediaShortcodes from '../../../plugins/media-shortcodes/index.ts';
import oembed, { Embeds } from '../../../plugins/oembed/index.ts';
import type { Post } from '../../../plugins/posts/index.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import { buildContentSite, type ContentSite, NOW } from '../../support/content-site.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';

/** A site that embeds what a local provider offers: at addresses of a trusted site, and of `films.example`. */
export interface EmbedSite extends ContentSite {
  readonly other: OtherSite;
  readonly embeds: Embeds;
  /** What the provider answers to an address; a frame of the site of the address when it is left alone. */
  answer: (url: string) => { status?: number; body: string } | undefined;
  /** The time of the site's clock. */
  now: number;
  /** Renders a content, of an item or of none. */
  render(content: string, post?: Post | null): Promise<string>;
  close(): Promise<void>;
}

/** The address of a video of a trusted site, and its frame. */
export const video = (name: string): string => `https://www.youtube.com/watch?v=${name}`;
export const frame = (name: string): string =>
  `<iframe width="600" height="338" src="https://www.youtube.com/embed/${name}" allowfullscreen=""></iframe>`;

/** Builds the site. */
export async function buildEmbedSite(
  database = 'sqlite::memory:',
  options: Record<string, object> = {},
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  more: readonly PluginDefinition<any>[] = [],
  serves = true,
): Promise<EmbedSite> {
  let made: EmbedSite | undefined;
  const other = await startOtherSite((request, response) => {
    const url = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? '';
    const name = new URL(url).searchParams.get('v') ?? new URL(url).pathname.slice(1);
    const html = url.includes('films')
      ? `<iframe src="${url}" width="9" height="8"></iframe>`
      : frame(name).replace('<iframe ', `<iframe title="${name}" `);
    const { status = 200, body } = made?.answer(url) ?? { body: JSON.stringify({ type: 'video', title: name, html }) };
    response.statusCode = status;
    response.end(body);
  });
  const provider = definePlugin({
    name: 'provider',
    version: '1.0.0',
    description: 'A provider of a spec.',
    requires: { oembed: '*' },
    capabilities: ['network'],
    setup: ({ hooks }) =>
      void hooks
        .filter('oembed_provider')
        .tap('provider', (endpoint, url) =>
          endpoint !== '' || url.startsWith('https://films.example/') ? `http://${other.host}/oembed` : '',
        ),
  });
  const site = await buildContentSite([media, mediaShortcodes, publicWeb, oembed, provider, ...more], {
    options: {
      database: { url: database },
      // Statements are counted: options are not read again meanwhile.
      options: { now: () => made?.now ?? NOW, refresh: 0 },
      'public-web': { alsoHosts: [other.host] },
      media: { folder: join(tmpdir(), 'tappet-embeds-none') },
      ...options,
    },
  });
  const { services, server } = site.generation;
  // From the first request over HTTP on.
  if (serves) server.hooks.action('http_app').call({ use: () => undefined } as never);
  const renderer = services.get('spec', Renderer);
  made = {
    ...site,
    other,
    embeds: services.get('spec', Embeds),
    answer: () => undefined,
    now: NOW,
    render: async (content, post = null) => renderer.content(content, post),
    close: async () => {
      await site.generation.dispose();
      await other.close();
    },
  };
  return made;
}
