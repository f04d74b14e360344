import type { Span, Trace } from '../../core/trace/index.ts';

/** The hook that may fire in a tap of another and still is about the answer itself: an envelope is made of its data. */
const OF_THE_ANSWER = 'rest_response_data';

/**
 * The spans that are about the answer itself, in the order in which they began, and not about what was dispatched for
 * it on the way, such as what is embedded.
 */
export function mainSpans(trace: Trace): Span[] {
  const found: Span[] = [];
  const visit = (span: Span, requests: number): void => {
    for (const child of span.children) {
      if (child.kind === 'request' && requests > 0) continue;
      found.push(child);
      if (child.kind !== 'tap') visit(child, requests + (child.kind === 'request' ? 1 : 0));
      else for (const inner of child.children) if (inner.name === OF_THE_ANSWER) visitHook(inner);
    }
  };
  const visitHook = (hook: Span): void => {
    found.push(hook, ...hook.children);
  };
  visit(trace.root, 0);
  return found;
}
