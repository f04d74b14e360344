import { numberIn, type Target } from './page-request.ts';

/** Reads the address of a post: its target, or undefined when the address does not match the pattern. */
export type PostPattern = (path: string) => Target | undefined;

const TAGS: Readonly<Record<string, string>> = {
  year: '\\d{4}',
  monthnum: '\\d{1,2}',
  day: '\\d{1,2}',
  hour: '\\d{1,2}',
  minute: '\\d{1,2}',
  second: '\\d{1,2}',
  post_id: '\\d+',
  postname: '[^/]+',
  category: '.+?',
  author: '[^/]+',
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Makes the function that reads addresses of a structure, `%year%/%postname%`. */
export function postPattern(structure: string): PostPattern {
  const used = new Set<string>();
  const source = structure
    .split(/%(\w+)%/)
    .map((part, place) => {
      if (place % 2 === 0) return escaped(part);
      const tag = TAGS[part] ?? '[^/]+';
      if (used.has(part)) return tag;
      used.add(part);
      return `(?<${part}>${tag})`;
    })
    .join('');
  const pattern = new RegExp(`^${source}$`);
  return (path) => {
    const { postname, post_id } = pattern.exec(path)?.groups ?? {};
    const id = numberIn(post_id);
    if (id !== undefined) return { kind: 'item', id };
    return postname === undefined ? undefined : { kind: 'item', type: 'post', slug: postname };
  };
}
