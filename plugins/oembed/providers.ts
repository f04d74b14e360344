/** A site whose content can be embedded. */
export interface Provider {
  /** The addresses of its content. */
  readonly pattern: RegExp;
  /** Where it says what to embed. */
  readonly endpoint: string;
  /** The hosts, with those below them, whose frames its markup may have. */
  readonly frames?: readonly string[];
  /** The scripts that its markup may load. */
  readonly scripts?: readonly string[];
}

const YOUTUBE = {
  endpoint: 'https://www.youtube.com/oembed',
  frames: ['www.youtube.com', 'www.youtube-nocookie.com'],
};
const DAILYMOTION = { endpoint: 'https://www.dailymotion.com/services/oembed', frames: ['dailymotion.com'] };
const FLICKR = {
  endpoint: 'https://www.flickr.com/services/oembed/',
  frames: ['flickr.com'],
  scripts: ['https://embedr.flickr.com/assets/client-code.js'],
};
const TWITTER = {
  endpoint: 'https://publish.twitter.com/oembed',
  scripts: ['https://platform.twitter.com/widgets.js', 'https://platform.x.com/widgets.js'],
};

/** Sites whose content can be embedded, and that are trusted to say how. */
export const PROVIDERS: readonly Provider[] = [
  { pattern: /^https?:\/\/(?:(?:m|www)\.)?youtube\.com\/(?:watch|playlist|shorts\/|live\/)/i, ...YOUTUBE },
  { pattern: /^https?:\/\/youtu\.be\/./i, ...YOUTUBE },
  {
    pattern: /^https?:\/\/(?:.+\.)?vimeo\.com\/./i,
    endpoint: 'https://vimeo.com/api/oembed.json',
    frames: ['player.vimeo.com'],
  },
  { pattern: /^https?:\/\/(?:www\.)?dailymotion\.com\/./i, ...DAILYMOTION },
  { pattern: /^https?:\/\/dai\.ly\/./i, ...DAILYMOTION },
  { pattern: /^https?:\/\/(?:www\.)?flickr\.com\/./i, ...FLICKR },
  { pattern: /^https?:\/\/flic\.kr\/./i, ...FLICKR },
  { pattern: /^https?:\/\/(?:www\.)?twitter\.com\/\w{1,15}(?:\/status(?:es)?\/.*)?$/i, ...TWITTER },
  { pattern: /^https?:\/\/(?:www\.)?x\.com\/\w{1,15}\/status(?:es)?\/.*$/i, ...TWITTER },
  {
    pattern: /^https?:\/\/(?:www\.|embed\.)?ted\.com\/talks\/./i,
    endpoint: 'https://www.ted.com/services/v1/oembed.json',
    frames: ['embed.ted.com'],
  },
  {
    pattern: /^https?:\/\/(?:open|play)\.spotify\.com\/./i,
    endpoint: 'https://embed.spotify.com/oembed/',
    frames: ['open.spotify.com'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?soundcloud\.com\/./i,
    endpoint: 'https://soundcloud.com/oembed',
    frames: ['w.soundcloud.com'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?mixcloud\.com\/.+\/./i,
    endpoint: 'https://app.mixcloud.com/oembed/',
    frames: ['mixcloud.com'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?tiktok\.com\/(?:.+\/)?(?:video|@)/i,
    endpoint: 'https://www.tiktok.com/oembed',
    frames: ['www.tiktok.com'],
    scripts: ['https://www.tiktok.com/embed.js'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?reddit\.com\/r\/[^/]+\/comments\/./i,
    endpoint: 'https://www.reddit.com/oembed',
    frames: ['embed.reddit.com'],
    scripts: ['https://embed.reddit.com/widgets.js', 'https://embed.redditmedia.com/widgets/platform.js'],
  },
  {
    pattern: /^https?:\/\/bsky\.app\/profile\/.+\/post\/./i,
    endpoint: 'https://embed.bsky.app/oembed',
    frames: ['embed.bsky.app'],
    scripts: ['https://embed.bsky.app/static/embed.js'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?imgur\.com\/./i,
    endpoint: 'https://api.imgur.com/oembed',
    scripts: ['https://s.imgur.com/min/embed.js'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?pinterest\.com\/pin\/./i,
    endpoint: 'https://www.pinterest.com/oembed.json',
    frames: ['assets.pinterest.com'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?kickstarter\.com\/projects\/./i,
    endpoint: 'https://www.kickstarter.com/services/oembed',
    frames: ['www.kickstarter.com'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?speakerdeck\.com\/./i,
    endpoint: 'https://speakerdeck.com/oembed.json',
    frames: ['speakerdeck.com'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?slideshare\.net\/./i,
    endpoint: 'https://www.slideshare.net/api/oembed/2',
    frames: ['www.slideshare.net'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?scribd\.com\/(?:doc|document)\/./i,
    endpoint: 'https://www.scribd.com/services/oembed',
    frames: ['www.scribd.com'],
  },
  {
    pattern: /^https?:\/\/(?:www\.)?issuu\.com\/.+\/docs\/./i,
    endpoint: 'https://issuu.com/oembed_wp',
    frames: ['e.issuu.com'],
  },
  {
    pattern: /^https?:\/\/[\w-]+\.tumblr\.com\/(?:post|image)\/./i,
    endpoint: 'https://www.tumblr.com/oembed/1.0',
    scripts: ['https://assets.tumblr.com/post.js'],
  },
  {
    pattern: /^https?:\/\/wordpress\.tv\/./i,
    endpoint: 'https://wordpress.tv/oembed/',
    frames: ['video.wordpress.com', 'videopress.com'],
  },
  { pattern: /^https?:\/\/pca\.st\/./i, endpoint: 'https://pca.st/oembed.json', frames: ['pca.st'] },
];

/** The provider of an address; undefined for an address without one. */
export const providerOf = (url: string): Provider | undefined => PROVIDERS.find(({ pattern }) => pattern.test(url));

/** The endpoint of the provider of an address; undefined for an address without a provider. */
export const endpointOf = (url: string): string | undefined => providerOf(url)?.endpoint;
