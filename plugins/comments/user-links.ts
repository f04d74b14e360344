import { escapeAttribute } from '../../core/text/index.ts';

const LINK = /<a\s((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/**
 * Marks the links of a visitor's text, so that search engines don't count them: `rel="nofollow ugc"`. Links to the
 * site itself stay as they are.
 */
export function markUserLinks(text: string, home: string): string {
  return text.replace(LINK, (link, attributes: string) => {
    const found = [...attributes.matchAll(ATTRIBUTE)].map(([written, name = '', ...values]) => ({
      written,
      name: name.toLowerCase(),
      value: values.find((value) => value !== undefined) ?? '',
    }));
    const attributeOf = (name: string) => found.find((attribute) => attribute.name === name)?.value ?? '';
    if (isOwn(attributeOf('href'), home)) return link;
    const words = new Set([...attributeOf('rel').split(/\s+/).filter(Boolean), 'nofollow', 'ugc']);
    const others = found.filter(({ name }) => name !== 'rel').map(({ written }) => written);
    return `<a ${[...others, `rel="${escapeAttribute([...words].join(' '))}"`].join(' ')}>`;
  });
}

/** Whether an address leads to the site, by either scheme. */
function isOwn(href: string, home: string): boolean {
  const [address = '', own = ''] = [href, home].map((url) => url.replace(/^https?:/i, ''));
  return address === own || ['/', '?', '#'].some((next) => address.startsWith(own + next));
}
