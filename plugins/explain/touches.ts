import type { Change, Span } from '../../core/trace/index.ts';

/** A tap's effect on a part of an answer. */
export interface Touch {
  readonly plugin: string;
  readonly tap: string;
  readonly hook: string;
  readonly change: Change;
  /** The field, `title.rendered`, or the name of the header; empty for the whole. */
  readonly path: string;
  readonly part: 'field' | 'header' | 'status';
}

/** Hooks whose value is the data itself, and not the answer that it is the data of. */
const OF_DATA = new Set(['rest_response_data', 'rest_pre_echo_response']);

/** Where in an answer a change lies; undefined for a change of something else. */
function placeOf(hook: string, path: string): Pick<Touch, 'part' | 'path'> | undefined {
  if (!hook.startsWith('rest_')) return undefined;
  const [, parameter = '', inner = ''] = /^(\w+)(?!\w)(.*)$/.exec(path) ?? [];
  if (OF_DATA.has(hook) && (parameter === 'data' || parameter === 'result')) return fieldAt(inner);
  if (parameter !== 'response' && parameter !== 'result') return undefined;
  if (inner === '') return fieldAt('');
  const [, part, rest = ''] = /^\.(data|headers|links|status)(.*)$/.exec(inner) ?? [];
  if (part === 'data') return fieldAt(rest);
  if (part === 'headers') return rest === '' ? undefined : { part: 'header', path: rest.slice(1) };
  if (part === 'links') return fieldAt(`._links${rest}`);
  return part === 'status' ? { part: 'status', path: '' } : undefined;
}

/** A field by a path below data: that of any item is that of each, a member of a list is part of the list. */
const fieldAt = (path: string): Pick<Touch, 'part' | 'path'> => ({
  part: 'field',
  path: path.replaceAll('[]', '').replace(/^\./, ''),
});

/** The effects that the taps among some spans had on an answer. */
export function touchesOf(spans: readonly Span[]): Touch[] {
  return spans.flatMap(({ kind, name, plugin, parent, changes }) => {
    if (kind !== 'tap' || plugin === undefined || parent === undefined) return [];
    return changes.flatMap((change) => {
      const place = placeOf(parent.name, change.path);
      return place === undefined ? [] : [{ plugin, tap: name, hook: parent.name, change, ...place }];
    });
  });
}

/** The taps that changed a text which a filter then answered with, by that text. */
export function textTouchesOf(spans: readonly Span[]): Map<string, Touch[]> {
  const found = new Map<string, Touch[]>();
  for (const { kind, name, result, children } of spans) {
    if (kind !== 'hook' || typeof result !== 'string' || result === '') continue;
    const touches = children.flatMap(({ kind: inner, plugin, name: tap, changes }): Touch[] => {
      const [change] = changes;
      if (inner !== 'tap' || plugin === undefined || change === undefined) return [];
      return [{ plugin, tap, hook: name, change, path: '', part: 'field' }];
    });
    if (touches.length > 0) found.set(result, [...(found.get(result) ?? []), ...touches]);
  }
  return found;
}
