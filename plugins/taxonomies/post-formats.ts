/** The formats that a post can have, with their names for people; `standard` is that of a post without a term. */
export const POST_FORMATS: Readonly<Record<string, string>> = {
  standard: 'Standard',
  aside: 'Aside',
  chat: 'Chat',
  gallery: 'Gallery',
  link: 'Link',
  image: 'Image',
  quote: 'Quote',
  status: 'Status',
  video: 'Video',
  audio: 'Audio',
};

const PREFIX = 'post-format-';

/** The slug of the `post_format` term of a format. */
export const slugOfFormat = (format: string): string => `${PREFIX}${format}`;

/** The format of the slug of a `post_format` term; undefined for a slug of no format. */
export function formatOfSlug(slug: string): string | undefined {
  const format = slug.startsWith(PREFIX) ? slug.slice(PREFIX.length) : slug;
  return Object.hasOwn(POST_FORMATS, format) ? format : undefined;
}
