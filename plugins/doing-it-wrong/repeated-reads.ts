import { getOrMake } from '../../core/base/index.ts';
import { type Span, type Trace, whereOf } from '../../core/trace/index.ts';

/** A statement that a plugin ran for each item of a list by itself. */
export interface RepeatedRead {
  readonly plugin: string;
  /** The field, or the hook of the tap. */
  readonly where: string;
  readonly kind: 'field' | 'hook';
  /** How many items it ran for. */
  readonly times: number;
  readonly sql: string;
}

/** Runs of one field, or of one tap, for the items of one route. */
interface Place extends Pick<RepeatedRead, 'plugin' | 'where' | 'kind'> {
  runs: number;
  /** The runs that issued a statement, by its text. */
  readonly statements: Map<string, Set<Span>>;
}

/** Whether a span runs for each item of a list: a field, or a tap as an item is prepared. */
const isPerItem = (span: Span): boolean =>
  span.kind === 'field' || (span.kind === 'tap' && span.parent?.name.startsWith('rest_prepare_') === true);

/** The span of the route that a span lies in. */
function routeOf(span: Span): Span {
  let at = span;
  while (at.kind !== 'callback' && at.parent !== undefined) at = at.parent;
  return at;
}

/**
 * What plugins read for each item of a list by itself in a traced request: the statements that more than half of the runs
 * of a field or of a tap issued. What a loader reads at once is issued by one run.
 */
export function repeatedReads(trace: Trace): RepeatedRead[] {
  const routes = new Map<Span, Map<string, Place>>();
  const placeOf = (span: Span): Place => {
    const [plugin, where, kind] = [
      span.plugin ?? '',
      whereOf(span) ?? '',
      span.kind === 'field' ? 'field' : 'hook',
    ] as const;
    const places = getOrMake(routes, routeOf(span), () => new Map());
    return getOrMake(places, `${plugin} ${kind} ${where}`, () => ({
      plugin,
      where,
      kind,
      runs: 0,
      statements: new Map(),
    }));
  };
  const count = (span: Span): void => {
    if (isPerItem(span)) placeOf(span).runs++;
    for (const child of span.children) count(child);
  };
  count(trace.root);
  for (const { sql, span } of trace.statements) {
    const owner = span.ofPlugin();
    if (owner !== undefined && isPerItem(owner)) getOrMake(placeOf(owner).statements, sql, () => new Set()).add(owner);
  }
  return [...routes.values()].flatMap((places) =>
    [...places.values()].flatMap(({ statements, runs, ...place }) =>
      [...statements]
        .filter(([, spans]) => spans.size > 1 && spans.size > runs / 2)
        .map(([sql, spans]) => ({ ...place, times: spans.size, sql })),
    ),
  );
}
