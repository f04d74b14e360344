import { CacheRecorder } from '../../core/cache/index.ts';
import { ownerOf } from '../../core/hooks/index.ts';
import type { CurrentUser, PluginHost } from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';
import type { RenderContext } from '../content-rendering/index.ts';
import { widgetErrors as errors } from './errors.ts';
import type { Instances } from './instances.ts';
import type { SidebarMarkup } from './sidebars.ts';
import { classOf, type WidgetFields, type WidgetInstance, type WidgetType } from './widget-types.ts';

/** A widget that is shown by itself, and not in a sidebar. */
const ALONE: SidebarMarkup = {
  before_widget: '<div class="widget %2$s">',
  after_widget: '</div>',
  before_title: '<h2 class="widgettitle">',
  after_title: '</h2>',
};

/** Shows widgets and their forms, and makes what is stored of what clients send. */
export class Widgets {
  readonly #host: Pick<PluginHost, 'hooks' | 'log'>;
  readonly #instances: Instances;

  constructor(host: Pick<PluginHost, 'hooks' | 'log'>, instances: Instances) {
    this.#host = host;
    this.#instances = instances;
  }

  /**
   * The markup of a widget; empty where its kind fails, and for one that was never set. `within` is the text that shows
   * it by a block.
   */
  async render(
    type: WidgetType,
    instance: WidgetInstance | null,
    id = `${type.id}--1`,
    markup: SidebarMarkup = ALONE,
    within?: RenderContext,
  ): Promise<string> {
    if (instance === null) return '';
    const { hooks, log } = this.#host;
    const words: Readonly<Record<string, string>> = { '%1$s': id, '%2$s': classOf(type) };
    const before = markup.before_widget.replace(/%[12]\$s/g, (word) => escapeAttribute(words[word]!));
    hooks.noteParticipant(ownerOf(type));
    try {
      const args = { ...markup, before_widget: before, widget_id: id, ...(within === undefined ? {} : { within }) };
      return (await type.widget(args, instance)).trim();
    } catch (err) {
      CacheRecorder.markAllUncacheable(`widget "${id}" failed`);
      log.error({ widget: id, err }, `widget "${id}" failed`);
      return '';
    }
  }

  /** The form that sets a widget, whose number is -1 as long as it has none. */
  form(type: WidgetType, instance: WidgetInstance | null, number = -1): string {
    const fields: WidgetFields = {
      id: (field) => `widget-${type.id}-${number}-${field}`,
      name: (field) => `widget-${type.id}[${number}][${field}]`,
    };
    return (type.form?.(instance ?? {}, fields) ?? '').trim();
  }

  /** What the interface shows of what a widget is set to. */
  shown(type: WidgetType, instance: WidgetInstance | null): Record<string, unknown> {
    const raw = type.showInstanceInRest === false ? {} : { raw: { ...instance } };
    return { ...this.#instances.encode(instance), ...raw };
  }

  /** What is stored of what a widget is to be set to. */
  updated(type: WidgetType, given: WidgetInstance, old: WidgetInstance, user: CurrentUser): WidgetInstance {
    const instance = type.update?.(given, old, user) ?? given;
    return this.#host.hooks.filter('widget_update_callback').call(instance, given, old, type);
  }

  /** What a request's `instance` holds; throws `rest_invalid_widget`. */
  given(type: WidgetType, instance: Readonly<Record<string, unknown>>): WidgetInstance {
    if (instance.raw !== undefined && type.showInstanceInRest !== false) return instance.raw as WidgetInstance;
    return this.decoded(instance);
  }

  /** What was encoded here; throws `rest_invalid_widget` for anything else. */
  decoded(instance: Readonly<Record<string, unknown>>): WidgetInstance {
    const decoded = this.#instances.decode(instance);
    if (decoded === null) throw errors.rest_invalid_widget();
    return decoded;
  }
}
