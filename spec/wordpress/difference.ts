import type { Answered } from './side.ts';

/** One place in which two answers differ. */
export interface Difference {
  /** Where: `status`, `header allow`, `body *.title.rendered`; numbers of lists are `*`. */
  readonly place: string;
  readonly php: unknown;
  readonly tappet: unknown;
}

/**
 * Where two answers differ. Words are left out, as those of Tappet are its own: messages of errors, and descriptions and
 * labels of what is registered.
 */
export function differences(php: Answered, tappet: Answered): Difference[] {
  const found: Difference[] = [];
  if (php.status !== tappet.status) found.push({ place: 'status', php: php.status, tappet: tappet.status });
  for (const name of new Set([...Object.keys(php.headers), ...Object.keys(tappet.headers)])) {
    const [left, right] = [php.headers[name], tappet.headers[name]];
    if (left !== right) found.push({ place: `header ${name}`, php: left, tappet: right });
  }
  // Bodies of answers of other statuses have nothing in common.
  if (php.status === tappet.status) walk('body', php.body, tappet.body, found);
  return found;
}

function walk(place: string, php: unknown, tappet: unknown, found: Difference[]): void {
  if (isContainer(php) && isContainer(tappet) && Array.isArray(php) === Array.isArray(tappet)) {
    if (Array.isArray(php) && php.length !== (tappet as unknown[]).length) {
      found.push({ place: `${place} length`, php: php.length, tappet: (tappet as unknown[]).length });
      return;
    }
    for (const key of new Set([...Object.keys(php), ...Object.keys(tappet)])) {
      const below = Array.isArray(php) ? `${place}.*` : `${place}.${key}`;
      walk(below, memberOf(php, key), memberOf(tappet, key), found);
    }
  } else if (php !== tappet) {
    found.push({ place, php, tappet });
  }
}

const memberOf = (container: object, key: string): unknown =>
  Object.hasOwn(container, key) ? (container as Record<string, unknown>)[key] : undefined;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
