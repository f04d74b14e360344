import type { Change, Span, Trace } from '../../core/trace/index.ts';

/** The greatest number of entries that are shown, and of changes of each. */
const MOST_ENTRIES = 1000;
const MOST_CHANGES = 50;

/** To the thousandth of a millisecond. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Spans of one kind, name and plugin within the same others, as one: a hook that fires for every item is shown once. */
export interface TimelineEntry {
  kind: Span['kind'];
  name: string;
  plugin?: string;
  /** When the first of them began, in milliseconds since the request did. */
  start: number;
  /** How often, and how long they took in all, in milliseconds. */
  count: number;
  duration: number;
  outcome?: Span['outcome'];
  reason?: string;
  changes?: Change[];
  within?: TimelineEntry[];
}

/** The spans of a trace as a tree, in the order in which the first of each began. */
export function timelineOf(trace: Trace): TimelineEntry[] {
  const room = { left: MOST_ENTRIES };
  return gathered(trace.root.children, room);
}

function gathered(spans: readonly Span[], room: { left: number }): TimelineEntry[] {
  const groups = new Map<string, Span[]>();
  for (const span of spans) {
    const key = `${span.kind}|${span.plugin}|${span.name}`;
    const known = groups.get(key);
    if (known !== undefined) known.push(span);
    else if (room.left-- > 0) groups.set(key, [span]);
  }
  return [...groups.values()].map((group) => entryOf(group, room));
}

function entryOf(group: readonly Span[], room: { left: number }): TimelineEntry {
  const [first] = group as [Span];
  const { kind, name, plugin, start } = first;
  const entry: TimelineEntry = {
    kind,
    name,
    ...(plugin === undefined ? {} : { plugin }),
    start: rounded(start),
    count: group.length,
    duration: rounded(group.reduce((sum, { duration }) => sum + duration, 0)),
  };
  const odd = group.find(({ outcome }) => outcome !== 'done' && outcome !== 'running');
  if (odd !== undefined) {
    entry.outcome = odd.outcome;
    if (odd.reason !== undefined) entry.reason = odd.reason;
  }
  const changes = gatheredChanges(group);
  if (changes.length > 0) entry.changes = changes;
  const within = gathered(
    group.flatMap(({ children }) => children),
    room,
  );
  if (within.length > 0) entry.within = within;
  return entry;
}

/** The changes of several runs of a tap by path, with how often each was made. */
function gatheredChanges(group: readonly Span[]): Change[] {
  const found = new Map<string, Change>();
  for (const change of group.flatMap(({ changes }) => changes)) {
    const key = `${change.kind}|${change.path}`;
    const known = found.get(key);
    if (known !== undefined) found.set(key, { ...known, count: known.count + change.count });
    else if (found.size < MOST_CHANGES) found.set(key, change);
  }
  return [...found.values()];
}
