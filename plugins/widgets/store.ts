import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import { mergedArrangement } from './arrangement.ts';
import type { Sidebars } from './sidebars.ts';
import type { WidgetInstance, WidgetType, WidgetTypes } from './widget-types.ts';

/** The option that says which widgets stand in which sidebar. */
const OPTION = 'sidebars_widgets';

/** The least number of a widget. */
const FIRST = 2;

/** A widget as it is stored. */
export interface Widget {
  readonly id: string;
  readonly type: WidgetType;
  readonly number: number;
  /** The id of its sidebar. */
  readonly sidebar: string;
  /** What it is set to; null for one that was never set. */
  readonly instance: WidgetInstance | null;
}

/** What the store needs. */
export interface WidgetStoreParts {
  readonly database: Database;
  readonly options: Options;
  readonly types: WidgetTypes;
  readonly sidebars: Pick<Sidebars, 'get' | 'list'>;
  /** The id of the sidebar of inactive widgets. */
  readonly inactive: string;
}

/** The widgets of the site, in the options that administrators know: `sidebars_widgets`, and `widget_text` for texts. */
export class WidgetStore {
  readonly #parts: WidgetStoreParts;

  constructor(parts: WidgetStoreParts) {
    this.#parts = parts;
  }

  /** The id of the sidebar of inactive widgets. */
  get inactive(): string {
    return this.#parts.inactive;
  }

  /**
   * The ids of the widgets of each sidebar, that of the inactive ones last. A widget whose sidebar is gone, or that was
   * put into none, is among the inactive ones.
   */
  sidebars(): Map<string, string[]> {
    const { options, types, sidebars, inactive } = this.#parts;
    const found = new Map<string, string[]>([...sidebars.list().map(({ id }) => id), inactive].map((id) => [id, []]));
    const seen = new Set<string>();
    const put = (id: string, sidebar: string) => {
      if (seen.has(id) || this.#parse(id) === null) return;
      seen.add(id);
      (found.get(sidebar) ?? found.get(inactive)!).push(id);
    };
    for (const [sidebar, ids] of entriesOf(options.get(OPTION))) {
      for (const [, id] of entriesOf(ids)) if (typeof id === 'string') put(id, sidebar);
    }
    for (const type of types.list()) {
      for (const number of this.#instances(type).keys()) put(`${type.id}-${number}`, inactive);
    }
    return found;
  }

  /** A widget by its id; null for none. */
  find(id: string): Widget | null {
    const [sidebar] = [...this.sidebars()].find(([, ids]) => ids.includes(id)) ?? [];
    return sidebar === undefined ? null : this.load(id, sidebar);
  }

  /** A widget of a sidebar; null if there is no kind of widget of that name. */
  load(id: string, sidebar: string): Widget | null {
    const parsed = this.#parse(id);
    if (parsed === null) return null;
    return { id, sidebar, ...parsed, instance: this.#instances(parsed.type).get(parsed.number) ?? null };
  }

  /** Makes a widget at the end of a sidebar, and answers with it. */
  create(type: WidgetType, sidebar: string, instance: WidgetInstance | null): Promise<Widget> {
    return this.#locked(async (sidebars) => {
      const taken = [...sidebars.values()].flat().map((id) => this.#parse(id)!);
      const numbers = taken.filter((one) => one.type === type).map(({ number }) => number);
      const number = Math.max(FIRST - 1, ...numbers) + 1;
      const id = `${type.id}-${number}`;
      (sidebars.get(sidebar) ?? sidebars.get(this.inactive)!).push(id);
      if (instance !== null) await this.#set(type, number, instance);
      await this.#assign(sidebars);
      return this.find(id)!;
    });
  }

  /** Stores what a widget is set to: `change` makes it of what it is set to now. One that is gone meanwhile stays so. */
  set({ id, type, number }: Widget, change: (old: WidgetInstance) => WidgetInstance): Promise<void> {
    return this.#locked((sidebars) =>
      holds(sidebars, id) ? this.#set(type, number, change(this.#instances(type).get(number) ?? {})) : undefined,
    );
  }

  /** Puts a widget at the end of another sidebar; one that is gone stays so. */
  move(id: string, sidebar: string): Promise<void> {
    return this.#locked((sidebars) => {
      const target = sidebars.has(sidebar) ? sidebar : this.inactive;
      if (!holds(sidebars, id) || sidebars.get(target)!.includes(id)) return;
      without(sidebars, [id]);
      sidebars.get(target)!.push(id);
      return this.#assign(sidebars);
    });
  }

  /**
   * Puts widgets into a sidebar, in this order and from wherever they are; those that were there and are not named become
   * inactive. What is no widget is passed over.
   */
  arrange(sidebar: string, ids: readonly string[]): Promise<void> {
    return this.#locked((sidebars) => {
      const all = new Set([...sidebars.values()].flat());
      const wanted = [...new Set(ids)].filter((id) => all.has(id));
      const left = (sidebars.get(sidebar) ?? []).filter((id) => !wanted.includes(id));
      without(sidebars, wanted);
      sidebars.set(sidebar, wanted);
      sidebars.get(this.inactive)!.push(...left.filter((id) => !sidebars.get(this.inactive)!.includes(id)));
      return this.#assign(sidebars);
    });
  }

  /** Removes a widget with what it is set to. */
  delete({ id, type, number }: Widget): Promise<void> {
    return this.#locked(async (sidebars) => {
      without(sidebars, [id]);
      const instances = this.#instances(type);
      if (instances.delete(number)) await this.#store(type, instances);
      await this.#assign(sidebars);
    });
  }

  /** The kind and the number that an id names; null for an id of no kind. */
  #parse(id: string): Pick<Widget, 'number' | 'type'> | null {
    const at = id.lastIndexOf('-');
    const type = at < 1 ? undefined : this.#parts.types.get(id.slice(0, at));
    const number = id.slice(at + 1);
    return type === undefined || !/^[1-9]\d{0,8}$/.test(number) ? null : { type, number: Number(number) };
  }

  #instances(type: WidgetType): Map<number, WidgetInstance> {
    const entries = entriesOf(this.#parts.options.get(optionOf(type)))
      .filter(([key, instance]) => /^[1-9]\d{0,8}$/.test(key) && typeof instance === 'object' && instance !== null)
      .map(([key, instance]) => [Number(key), instance as WidgetInstance] as const);
    return new Map(entries);
  }

  #set(type: WidgetType, number: number, instance: WidgetInstance): Promise<void> {
    return this.#store(type, this.#instances(type).set(number, instance));
  }

  #store(type: WidgetType, instances: ReadonlyMap<number, WidgetInstance>): Promise<void> {
    return this.#parts.options.set(optionOf(type), { ...Object.fromEntries(instances), _multiwidget: 1 });
  }

  #assign(sidebars: ReadonlyMap<string, string[]>): Promise<void> {
    const { options, inactive, database } = this.#parts;
    const isWidget = (id: string) => this.#parse(id) !== null;
    // PHP knows widgets and sidebars that nothing here does.
    const all = database.isGuest
      ? mergedArrangement(listsOf(options.get(OPTION)), sidebars, { inactive, isWidget })
      : sidebars;
    return options.set(OPTION, { ...Object.fromEntries(all), array_version: 3 });
  }

  /** Changes the widgets while nobody else does, so that of several changes at once none is lost. */
  #locked<T>(work: (sidebars: Map<string, string[]>) => Promise<T> | undefined): Promise<T> {
    const { database, options, types } = this.#parts;
    return database.transaction(async () => {
      await database.lock(OPTION);
      await options.lock([OPTION, ...types.list().map(optionOf)]);
      return (await work(this.sidebars())) as T;
    });
  }
}

const optionOf = ({ id }: WidgetType): string => `widget_${id}`;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The lists of widgets that a stored value holds, by sidebar. */
const listsOf = (value: unknown): Map<string, string[]> =>
  new Map(
    entriesOf(value)
      .filter(([, ids]) => typeof ids === 'object' && ids !== null)
      .map(([sidebar, ids]) => [sidebar, entriesOf(ids).flatMap(([, id]) => (typeof id === 'string' ? [id] : []))]),
  );

const holds = (sidebars: ReadonlyMap<string, readonly string[]>, id: string): boolean =>
  [...sidebars.values()].some((ids) => ids.includes(id));

function without(sidebars: Map<string, string[]>, ids: readonly string[]): void {
  for (const [sidebar, present] of sidebars) {
    sidebars.set(
      sidebar,
      present.filter((id) => !ids.includes(id)),
    );
  }
}
