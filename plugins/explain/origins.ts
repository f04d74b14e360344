import type { Span } from '../../core/trace/index.ts';
import { type Field, fieldsOf } from './fields.ts';
import { type Touch, textTouchesOf, touchesOf } from './touches.ts';

/** The hook in which a plugin may answer in place of a route. */
const INSTEAD = 'rest_pre_dispatch';

/** Who did something to a part of an answer, and how often. */
interface Toucher {
  readonly plugin: string;
  readonly tap: string;
  readonly hook: string;
  count: number;
  readonly before?: string;
  readonly after?: string;
}

/** Where the parts of an answer come from, by its spans. */
export class Origins {
  /** The plugin that answered: whose route it is, or that answered in its place; undefined where that is not known. */
  readonly plugin: string | undefined;
  readonly #touches: readonly Touch[];
  readonly #texts: ReadonlyMap<string, readonly Touch[]>;
  /** The plugins of attached fields, by name. */
  readonly #attached: ReadonlyMap<string, string>;

  constructor(spans: readonly Span[]) {
    const touches = touchesOf(spans);
    const isInstead = ({ hook, part, path }: Touch) => hook === INSTEAD && part === 'field' && path === '';
    this.#touches = touches.filter((touch) => !isInstead(touch));
    this.#texts = textTouchesOf(spans);
    this.#attached = new Map(
      spans.flatMap(({ kind, name, plugin }) => (kind === 'field' && plugin !== undefined ? [[name, plugin]] : [])),
    );
    const ofRoute = (kind: Span['kind']) => spans.find((span) => span.kind === kind)?.plugin;
    this.plugin = touches.find(isInstead)?.plugin ?? ofRoute('callback') ?? ofRoute('permission');
  }

  /** The fields of the data with the plugin that set each, and the taps that changed it. */
  ofFields(data: unknown): unknown[] {
    const isList = Array.isArray(data);
    return [...fieldsOf(data).values()].map((field) => ({
      field: field.path,
      ...(isList ? { items: field.count } : {}),
      ...this.#originOf(field),
    }));
  }

  /** The fields that taps removed from the data for good. */
  removedFrom(data: unknown): unknown[] {
    const fields = [...fieldsOf(data).keys()];
    const gone = this.#touches.filter(
      ({ part, path, change }) =>
        part === 'field' && change.kind === 'removed' && !fields.some((field) => isWithin(field, path)),
    );
    return [...new Set(gone.map(({ path }) => path))].map((field) => ({
      field,
      by: touchers(gone.filter(({ path }) => path === field)),
    }));
  }

  /** The headers of the answer with the plugin that set each, and the taps that changed it. */
  ofHeaders(names: readonly string[]): unknown[] {
    return names.map((name) => {
      const touches = this.#touches.filter(
        ({ part, path }) => part === 'header' && path.toLowerCase() === name.toLowerCase(),
      );
      return { header: name, ...this.#describe(touches, this.plugin) };
    });
  }

  #originOf({ path, texts }: Field): object {
    const touches = this.#touches.filter(
      (touch) => touch.part === 'field' && (isWithin(path, touch.path) || isWithin(touch.path, path)),
    );
    const ofText = [...texts].flatMap((text) => this.#texts.get(text) ?? []);
    const whole = touches.filter((touch) => touch.change.kind !== 'added' || isWithin(path, touch.path));
    const parts = touches.filter((touch) => !whole.includes(touch));
    const setBy = this.#attached.get(path.split('.', 1)[0]!) ?? this.plugin;
    return this.#describe([...whole, ...ofText], setBy, parts);
  }

  /** The plugin that set something last, or else `otherwise`, and the taps that changed it. */
  #describe(touches: readonly Touch[], otherwise: string | undefined, parts: readonly Touch[] = []): object {
    const added = touches.findLast(({ change }) => change.kind === 'added');
    const changed = touchers([...touches.filter(({ change }) => change.kind !== 'added'), ...parts]);
    return {
      set_by: added?.plugin ?? otherwise ?? null,
      ...(changed.length === 0 ? {} : { changed_by: changed }),
    };
  }
}

/** Whether a path is another or lies below it; everything lies below the empty path. */
const isWithin = (path: string, above: string): boolean =>
  above === '' || path === above || path.startsWith(`${above}.`);

/** Touches grouped by tap. */
function touchers(touches: readonly Touch[]): Toucher[] {
  const found = new Map<string, Toucher>();
  for (const { plugin, tap, hook, change } of touches) {
    const key = `${plugin}|${tap}|${hook}`;
    const known = found.get(key);
    if (known !== undefined) {
      known.count += change.count;
      continue;
    }
    const { before, after } = change;
    found.set(key, {
      plugin,
      tap,
      hook,
      count: change.count,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }
  return [...found.values()];
}
