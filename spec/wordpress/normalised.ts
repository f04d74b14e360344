import { type Answered, type Asked, isDescription } from './side.ts';

/** Routes that answer with what is registered, whose descriptions are words of the program that registers it. */
const REGISTERED =
  /^\/($|[a-z-]+\/v1$|wp\/v2$|oembed\/1\.0$|wp\/v2\/(block-types|widget-types|types|taxonomies|sidebars)(\/|$))/;

/** Lists in the order in which files lie in a folder or programs register things, and the field that names an item. */
const UNORDERED: Readonly<Record<string, string>> = {
  '/wp/v2/templates': 'id',
  '/wp/v2/template-parts': 'id',
  '/wp/v2/block-types': 'name',
  '/wp/v2/block-patterns/patterns': 'name',
  '/wp/v2/block-patterns/categories': 'name',
  '/wp/v2/widget-types': 'id',
  '/wp/v2/themes': 'stylesheet',
};

/**
 * An answer without what is documented to differ: the words of errors and of descriptions, which are Tappet's own, the
 * link to the interface, which PHP leaves out where an answer has other links, and the order of what has none.
 */
export function normalised({ status, headers, body }: Answered, asked: Asked): Answered {
  const [route = ''] = asked.path.split('?');
  const isRegistered = isDescription(asked) || REGISTERED.test(route);
  const name = isDescription(asked) ? undefined : UNORDERED[route];
  const within = (value: unknown) => withoutWords(name === undefined ? value : byName(value, name), isRegistered);
  const { link, ...others } = headers;
  const links = link === undefined ? others : { ...others, link: linksOf(link) };
  if (!isEnvelope(body)) return { status, headers: links, body: within(body) };
  const { Link, ...rest } = body.headers;
  const inner = Link === undefined ? rest : { ...rest, Link: linksOf(Link) };
  return { status, headers: links, body: { ...body, headers: inner, body: within(body.body) } };
}

interface Envelope {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const isEnvelope = (value: unknown): value is Envelope =>
  isRecord(value) && 'status' in value && 'body' in value && isRecord(value.headers);

/** A list as a map by the name of each item; all else as it is. */
function byName(value: unknown, name: string): unknown {
  const isNamed = Array.isArray(value) && value.every((item) => isRecord(item) && typeof item[name] === 'string');
  return isNamed ? Object.fromEntries(value.map((item) => [item[name], item])) : value;
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
  if (!isRecord(value)) return value;
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
