/** Sites whose content can be embedded: the patterns of their addresses, and their oEmbed endpoints. */
const PROVIDERS: readonly (readonly [pattern: RegExp, endpoint: string])[] = [
  [/^https?:\/\/(?:(?:m|www)\.)?youtube\.com\/(?:watch|playlist|shorts\/|live\/)/i, 'https://www.youtube.com/oembed'],
  [/^https?:\/\/youtu\.be\/./i, 'https://www.youtube.com/oembed'],
  [/^https?:\/\/(?:.+\.)?vimeo\.com\/./i, 'https://vimeo.com/api/oembed.json'],
  [/^https?:\/\/(?:www\.)?dailymotion\.com\/./i, 'https://www.dailymotion.com/services/oembed'],
  [/^https?:\/\/dai\.ly\/./i, 'https://www.dailymotion.com/services/oembed'],
  [/^https?:\/\/(?:www\.)?flickr\.com\/./i, 'https://www.flickr.com/services/oembed/'],
  [/^https?:\/\/flic\.kr\/./i, 'https://www.flickr.com/services/oembed/'],
  [/^https?:\/\/(?:www\.|embed\.)?ted\.com\/talks\/./i, 'https://www.ted.com/services/v1/oembed.json'],
  [/^https?:\/\/(?:open|play)\.spotify\.com\/./i, 'https://embed.spotify.com/oembed/'],
  [/^https?:\/\/(?:www\.)?soundcloud\.com\/./i, 'https://soundcloud.com/oembed'],
  [/^https?:\/\/(?:www\.)?mixcloud\.com\/.+\/./i, 'https://app.mixcloud.com/oembed/'],
  [/^https?:\/\/(?:www\.)?tiktok\.com\/(?:.+\/)?(?:video|@)/i, 'https://www.tiktok.com/oembed'],
  [/^https?:\/\/(?:www\.)?reddit\.com\/r\/[^/]+\/comments\/./i, 'https://www.reddit.com/oembed'],
  [/^https?:\/\/bsky\.app\/profile\/.+\/post\/./i, 'https://embed.bsky.app/oembed'],
  [/^https?:\/\/(?:www\.)?kickstarter\.com\/projects\/./i, 'https://www.kickstarter.com/services/oembed'],
  [/^https?:\/\/(?:www\.)?speakerdeck\.com\/./i, 'https://speakerdeck.com/oembed.json'],
  [/^https?:\/\/(?:www\.)?scribd\.com\/(?:doc|document)\/./i, 'https://www.scribd.com/services/oembed'],
  [/^https?:\/\/[\w-]+\.tumblr\.com\/(?:post|image)\/./i, 'https://www.tumblr.com/oembed/1.0'],
  [/^https?:\/\/wordpress\.tv\/./i, 'https://wordpress.tv/oembed/'],
  [/^https?:\/\/pca\.st\/./i, 'https://pca.st/oembed.json'],
];

/** The endpoint of the provider of an address; undefined for an address without a provider. */
export const endpointOf = (url: string): string | undefined => PROVIDERS.find(([pattern]) => pattern.test(url))?.[1];
