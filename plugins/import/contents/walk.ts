import { blockDelimiters, serializeAttributes } from '../../content-rendering/index.ts';
import { PhpValue } from '../../database/index.ts';

/** What is done to the parts of a content. */
export interface Mappers {
  /** Maps markup, which the attributes of blocks that `ofBlock` has not changed may stand in. */
  readonly ofText: (text: string) => string;
  /** Changes the attributes of a block in their place; answers whether it did. */
  readonly ofBlock: (name: string, attributes: Record<string, unknown>) => boolean;
}

/** Maps a content part by part, in time linear in its length; attributes that stay keep the form in which they are written. */
export function mapContent(content: string, { ofText, ofBlock }: Mappers): string {
  let mapped = '';
  let at = 0;
  for (const { name, attributes, json } of blockDelimiters(content)) {
    const [start, end] = json;
    if (attributes === null || start === end || isTooDeep(attributes) || !ofBlock(name, attributes)) continue;
    mapped += ofText(content.slice(at, start)) + serializeAttributes(attributes);
    at = end;
  }
  return mapped + ofText(content.slice(at));
}

/** How deep the attributes of a block may be nested for them to be mapped; nothing real comes near. */
const DEEPEST = 100;

const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth >= DEEPEST || Object.values(value).some((each) => isTooDeep(each, depth + 1)));

/** Maps all texts within lists and maps; what has none that changes is given back as it is. */
export function mapTexts(value: unknown, ofText: (text: string) => string): unknown {
  if (typeof value === 'string') return ofText(value);
  if (typeof value !== 'object' || value === null || value instanceof PhpValue) return value;
  if (Array.isArray(value)) {
    const mapped = value.map((each) => mapTexts(each, ofText));
    return mapped.some((each, at) => each !== value[at]) ? mapped : value;
  }
  const entries = Object.entries(value);
  const mapped = entries.map(([key, each]) => [key, mapTexts(each, ofText)] as const);
  if (mapped.every(([, each], at) => each === entries[at]![1])) return value;
  return Object.assign(Object.create(null) as object, Object.fromEntries(mapped));
}
