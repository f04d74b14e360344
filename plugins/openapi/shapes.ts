import type { Route } from '../../core/index.ts';
import { pathTemplates } from './path-templates.ts';

/** What the GET of a route answers with: an item, a list of items, or items by name. */
export type Shape = 'item' | 'list' | 'map';

/** The title of the schema of a route's resource; undefined for a route without one. */
export function titleOf(route: Route): string | undefined {
  const title = (route.options.schema?.() as { title?: unknown } | undefined)?.title;
  return typeof title === 'string' ? title : undefined;
}

/** Finds for every route what its GET answers with: as its `collection` says, or else as its path suggests. */
export function shapesOf(routes: Iterable<Route>): (route: Route) => Shape {
  const all = [...routes];
  const nameless = new Map(all.map((route) => [route, namelessPath(route)]));
  const titles = new Map(all.map((route) => [nameless.get(route)!, titleOf(route)]));
  return (route) => {
    const { collection } = route.options;
    if (collection === 'list' || collection === 'map') return collection;
    if (collection === false) return 'item';
    const path = nameless.get(route)!;
    const title = titles.get(path);
    if (title === undefined || path.endsWith('{}')) return 'item';
    const isPaged = route.endpoints.some(({ methods, args }) => methods.includes('GET') && 'per_page' in args);
    return isPaged || titles.get(`${path}/{}`) === title ? 'list' : 'item';
  };
}

const namelessPath = ({ pattern }: Route): string =>
  pathTemplates(pattern)
    .at(-1)!
    .path.replace(/\{\w+\}/g, '{}');
