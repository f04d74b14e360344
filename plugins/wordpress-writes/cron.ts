import { createHash } from 'node:crypto';
import { type Database, serialize } from '../database/index.ts';
import type { Options } from '../options/index.ts';

/** The option in which WordPress keeps its scheduled events, by time, hook, and the digest of what the hook is called with. */
const OPTION = 'cron';

/** The form of that option. */
const VERSION = 2;

type Events = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** An event that happens once. */
export interface ScheduledEvent {
  /** Unix time in seconds. */
  readonly time: number;
  readonly hook: string;
  readonly args: readonly unknown[];
}

type Change = (events: Events) => Events;

/** The scheduled events of a WordPress. What a transaction changes of them is written as the last of it, in one statement. */
export class Cron {
  readonly #later: (changes: readonly Change[]) => Promise<void>;

  constructor(database: Database, options: Options) {
    this.#later = database.beforeCommit((changes: readonly Change[]) =>
      options.change(OPTION, (stored) => {
        const events = eventsOf(stored);
        const after = changes.reduce((all, change) => change(all), events);
        return after === events ? stored : new Map<string, unknown>([...inOrder(after), ['version', VERSION]]);
      }),
    );
  }

  /** Schedules an event in the place of all others of its hook with the same arguments. */
  schedule(event: ScheduledEvent): Promise<void> {
    return this.#later([(events) => added(without(events, event), event)]);
  }

  /** Schedules an event unless there is one of its hook with the same arguments. */
  scheduleOnce(event: ScheduledEvent): Promise<void> {
    return this.#later([(events) => (timesOf(events, event).length > 0 ? events : added(events, event))]);
  }

  /** Removes the events of a hook with these arguments. */
  clear(event: Omit<ScheduledEvent, 'time'>): Promise<void> {
    return this.#later([(events) => without(events, event)]);
  }
}

function eventsOf(stored: unknown): Events {
  if (typeof stored !== 'object' || stored === null) return {};
  const { version: _, ...events } = stored as Record<string, unknown>;
  return events as Events;
}

const keyOf = ({ args }: Omit<ScheduledEvent, 'time'>): string =>
  createHash('md5').update(serialize(args)).digest('hex');

/** The times at which there is an event of a hook with these arguments. */
const timesOf = (events: Events, event: Omit<ScheduledEvent, 'time'>): string[] =>
  Object.keys(events).filter((time) => events[time]?.[event.hook]?.[keyOf(event)] !== undefined);

function added(events: Events, event: ScheduledEvent): Events {
  const { time, hook, args } = event;
  const ofTime = events[time] ?? {};
  const ofHook = { ...ofTime[hook], [keyOf(event)]: { schedule: false, args } };
  return { ...events, [time]: { ...ofTime, [hook]: ofHook } };
}

function without(events: Events, event: Omit<ScheduledEvent, 'time'>): Events {
  const times = timesOf(events, event);
  if (times.length === 0) return events;
  const left = Object.entries(events).map(([time, ofTime]) => {
    if (!times.includes(time)) return [time, ofTime] as const;
    const { [event.hook]: ofHook, ...otherHooks } = ofTime;
    const { [keyOf(event)]: _, ...others } = ofHook!;
    return [time, Object.keys(others).length > 0 ? { ...ofTime, [event.hook]: others } : otherHooks] as const;
  });
  return Object.fromEntries(left.filter(([, ofTime]) => Object.keys(ofTime).length > 0));
}

/** The events by their time, the first one first. */
const inOrder = (events: Events): [string, unknown][] =>
  Object.entries(events).sort(([one], [other]) => Number(one) - Number(other));
