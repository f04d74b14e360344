import type { Answered, Asked } from './side.ts';

/** Routes that answer with what is registered, whose descriptions are words of the program that registers it. */
const REGISTERED =
  /^\/($|[a-z-]+\/v1$|wp\/v2$|oembed\/1\.0$|wp\/v2\/(block-types|widget-types|types|taxonomies|sidebars)(\/|$))/;

/**
 * An answer without what is documented to differ: the words of errors and of descriptions, which are Tappet's own, and
 * the link to the interface, which PHP leaves out where an answer has other links.
 */
export function normalised({ status, headers, body }: Answered, { method, path }: Asked): Answered {
  const isRegistered = method === 'OPTIONS' || REGISTERED.test(path.split('?')[0]!);
  const { link, ...others } = headers;
  const links = link === undefined ? others : { ...others, link: linksOf(link) };
  return { status, headers: links, body: withoutWords(body, isRegistered) };
}

function linksOf(header: string): string {
  const links = header
    .split(/, (?=<)/)
    .map((link) => link.replace(/="([\w/+.-]+)"/g, '=$1').replace(/(?<==[^;]*)\+/g, '%20'));
  const others = links.filter((link) => !link.includes('rel="https://api.w.org/"'));
  return (others.length === 0 ? links : others).join(', ');
}

function withoutWords(value: unknown, isRegistered: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item, isRegistered));
  if (typeof value !== 'object' || value === null) return value;
  const isError = 'code' in value && 'message' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'message' && isError) return [key, 'words'];
      if (key === 'params' && isRecord(item))
        return [key, Object.fromEntries(Object.keys(item).map((name) => [name, 'words']))];
      if (key === 'description' && isRegistered && typeof item === 'string') return [key, 'words'];
      return [key, withoutWords(item, isRegistered)];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
