import { getOrMake } from '../base/get-or-make.ts';
import type { Endpoint, Route } from './endpoint.ts';

/** A route that a path fits, and the values of the pattern's named groups. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: Record<string, string>;
}

interface Entry {
  readonly position: number;
  readonly route: Route;
  readonly regex: RegExp;
  /** Whether the pattern is literal to its end, and so fits any path in lower case that leads here. */
  readonly isLiteral: boolean;
}

interface Node {
  readonly literals: Map<string, Node>;
  /** Entries whose pattern turns variable here; only these are tested by expression. */
  readonly variable: Entry[];
  /** Entries whose pattern is literal to its end. */
  readonly exact: Entry[];
}

/** What a literal pattern finds in a path that it fits. */
const NO_GROUPS = { groups: undefined };
const NONE: readonly Entry[] = [];
const LITERAL = /^[\w~!@%&=;:, -]+$/;

/** Two lists as one; most paths lead to one list of entries alone. */
const together = (some: readonly Entry[], more: readonly Entry[]): readonly Entry[] =>
  some.length === 0 ? more : more.length === 0 ? some : [...some, ...more];

const node = (): Node => ({ literals: new Map(), variable: [], exact: [] });

/**
 * All routes, compiled into a tree of literal path segments, so that finding a path's candidates costs
 * the length of the path and not the number of routes. Of several that fit, the first registered comes first.
 */
export class RouteTable {
  readonly #root = node();

  constructor(routes: Iterable<Route>) {
    let position = 0;
    for (const route of routes) this.#add(route, position++);
  }

  /** The first registered route whose whole pattern fits the path, whatever the case of letters and its methods. */
  first(path: string): RouteMatch | undefined {
    for (const { route, regex } of this.#candidates(path.toLowerCase())) {
      const match = regex.exec(path);
      if (match !== null) return { route, params: { ...match.groups } };
    }
    return undefined;
  }

  /** The endpoint for a path and method: HEAD takes the first that handles GET or HEAD. */
  find(path: string, method: string): (RouteMatch & { endpoint: Endpoint }) | undefined {
    const lower = path.toLowerCase();
    for (const { route, regex, isLiteral } of this.#candidates(lower)) {
      const match = isLiteral && path === lower ? NO_GROUPS : regex.exec(path);
      if (match === null) continue;
      for (const endpoint of route.endpoints) {
        const { methods } = endpoint;
        if (methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))) {
          return { route, params: { ...match.groups }, endpoint };
        }
      }
    }
    return undefined;
  }

  #add(route: Route, position: number): void {
    const segments = route.pattern.split('/').slice(1);
    const regex = compile(route.pattern);
    let at = this.#root;
    for (const segment of segments) {
      if (segment !== '' && !LITERAL.test(segment)) {
        at.variable.push({ position, route, regex, isLiteral: false });
        return;
      }
      at = getOrMake(at.literals, segment.toLowerCase(), node);
    }
    at.exact.push({ position, route, regex, isLiteral: true });
  }

  /** What may fit a path in lower case, in order of registration. */
  #candidates(path: string): readonly Entry[] {
    let found: readonly Entry[] = NONE;
    let at: Node | undefined = this.#root;
    for (let start = 1; ; ) {
      found = together(found, at.variable);
      const slash = path.indexOf('/', start);
      at = at.literals.get(slash < 0 ? path.slice(start) : path.slice(start, slash));
      if (at === undefined) break;
      if (slash < 0) {
        found = together(found, at.exact);
        break;
      }
      start = slash + 1;
    }
    return found.length > 1 ? found.toSorted((a, b) => a.position - b.position) : found;
  }
}

/** A pattern as an expression, or a `SyntaxError`; the `(?P<name>…)` spelling of groups is accepted. */
export function compile(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern.replaceAll('(?P<', '(?<')})$`, 'i');
}
