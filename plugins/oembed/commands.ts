import { type CommandContext, CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Post, PostStore } from '../posts/index.ts';
import { type AutoembedDependencies, providerAddresses } from './autoembed.ts';
import { type EmbedAttributes, embedKey, heightFor } from './embed-key.ts';
import { type Embeds, WIDTH } from './embeds.ts';
import type { ProviderData } from './provider-data.ts';
import { PROVIDERS } from './providers.ts';
import { type StoredEmbeds, UNKNOWN } from './stored-embeds.ts';

/** The services that the commands use. */
export interface CommandServices extends Pick<AutoembedDependencies, 'site'> {
  readonly posts: PostStore;
  readonly providers: ProviderData;
  readonly stored: StoredEmbeds;
  readonly embeds: Embeds;
}

const POST_ID = '<post-id>';

const SIZE_FLAGS = {
  '--width <width>': `The greatest width, in pixels; ${WIDTH} when left out.`,
  '--height <height>': 'The greatest height, in pixels.',
};

/** Adds `embed fetch`, `embed provider list|match` and `embed cache clear|find|trigger` to the command line. */
export function addCommands(host: PluginHost, services: CommandServices): void {
  const { embeds, providers, posts, stored } = services;
  host.command({
    name: 'embed fetch',
    summary: 'Fetches what the provider of an address has to embed, and prints its markup.',
    args: '<url>',
    flags: {
      ...SIZE_FLAGS,
      '--post-id <id>': 'Takes what is stored of this item, and stores what is fetched.',
      '--skip-cache': 'Fetches in any case; with --post-id, stores it in the place of what is there.',
      '--raw': "Prints the provider's data, as JSON.",
    },
    run: (context) => fetchUrl(context, services),
  });
  host.command({
    name: 'embed provider list',
    summary: 'Lists the sites whose content can be embedded.',
    flags: LIST_FLAGS,
    run: async ({ printRows }) =>
      printRows(
        ['format', 'endpoint'],
        PROVIDERS.map(({ pattern, endpoint }) => ({ format: String(pattern), endpoint })),
      ),
  });
  host.command({
    name: 'embed provider match',
    summary: 'Prints the endpoint of the provider of an address.',
    args: '<url>',
    run: async ({ args, print }) => print(providers.endpointOf(withProvider(args, providers))),
  });
  host.command({
    name: 'embed cache clear',
    summary: 'Removes what is stored to be embedded in an item.',
    args: POST_ID,
    run: async (context) => {
      const { id } = await itemOf(context, posts);
      const count = await stored.clear(id);
      context.print(count === 0 ? 'Warning: No cache to clear!' : 'Success: Cleared oEmbed cache.');
    },
  });
  host.command({
    name: 'embed cache find',
    summary: 'Prints the id of the item that keeps what texts of no item embed of an address.',
    args: '<url>',
    flags: SIZE_FLAGS,
    run: async ({ args, flags, print }) => {
      const post = await stored.cachePost(embedKey(String(args.url), sizeOf(flags)));
      if (post === undefined) throw new CommandError('no cache post ID found');
      print(String(post.id));
    },
  });
  host.command({
    name: 'embed cache trigger',
    summary: 'Fetches what an item embeds: what is not stored, what is old, and what could not be fetched.',
    args: POST_ID,
    run: async (context) => {
      const { id, content } = await itemOf(context, posts);
      const urls = providerAddresses(content, { site: services.site, embeds });
      await embeds.refresh(id, urls);
      context.print(`Success: Caching triggered! ${urls.length} addresses.`);
    },
  });
}

async function fetchUrl({ args, flags, print }: CommandContext, services: CommandServices): Promise<void> {
  const { embeds, posts, providers, stored } = services;
  const url = withProvider(args, providers);
  const size = sizeOf(flags);
  if (flags.raw === true) {
    const data = await providers.find({ url, maxwidth: Number(size.width), maxheight: Number(size.height) });
    if (data === undefined) throw new CommandError('there was an error fetching the oEmbed data');
    return print(JSON.stringify(data));
  }
  const id = flags['post-id'] === undefined ? undefined : (await named(String(flags['post-id']), posts)).id;
  const key = embedKey(url, size);
  const known = id === undefined || flags['skip-cache'] === true ? undefined : await stored.find(id, key);
  if (known !== undefined && known.markup !== UNKNOWN) return print(known.markup);
  const markup = await embeds.fetch(url, size);
  if (id !== undefined) await stored.store(id, key, markup);
  if (markup === undefined) throw new CommandError('there was an error fetching the oEmbed data');
  print(markup);
}

function withProvider({ url }: CommandContext['args'], providers: ProviderData): string {
  const address = String(url);
  if (!URL.canParse(address)) throw new CommandError(`"${address}" is not an address`);
  if (providers.endpointOf(address) === '') {
    throw new CommandError(`no oEmbed provider matches ${address}; "embed provider list" shows those that are known`);
  }
  return address;
}

function sizeOf(flags: CommandContext['flags']): EmbedAttributes {
  const read = (name: string, standard: number) => {
    const given = flags[name];
    if (given === undefined) return standard;
    if (!/^[1-9]\d{0,4}$/.test(String(given))) throw new CommandError(`--${name}=${given}: give a number of pixels`);
    return Number(given);
  };
  const width = read('width', WIDTH);
  return { width, height: read('height', heightFor(width)) };
}

const itemOf = ({ args }: CommandContext, posts: PostStore): Promise<Post> => named(String(args['post-id']), posts);

async function named(id: string, posts: PostStore): Promise<Post> {
  const post = /^[1-9]\d{0,14}$/.test(id) ? await posts.byId(Number(id)) : null;
  if (post === null) throw new CommandError(`there is no item ${id}`);
  return post;
}
