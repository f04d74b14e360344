import type { MaybePromise, PluginHooks } from '../../core/index.ts';
import { escapeHtml } from '../../core/text/index.ts';
import { type RenderContext, type Renderer, serializeAttributes } from '../content-rendering/index.ts';
import type { WidgetArgs, WidgetInstance, WidgetType } from '../widgets/index.ts';
import { cleanFields, type Field, formOf, line } from './fields.ts';

/** A kind of widget that shows a title and a content. */
export interface DefaultWidget extends Omit<WidgetType, 'widget'> {
  /** The title of a widget that has none; nothing when left out. */
  readonly title?: string;
  /** Its fields beside its title, where it has no form of its own. */
  readonly fields?: readonly Field[];
  /** The content of a widget, which is rendered as that of an item is; with nothing in it, nothing is shown. */
  content?(instance: WidgetInstance): string;
  /** The markup of a widget, where it is not that of a content; `within` is the text that shows it by a block. */
  markup?(instance: WidgetInstance, within?: RenderContext): MaybePromise<string>;
}

/** The services that show the widgets. */
export interface DefaultWidgetServices {
  readonly hooks: PluginHooks;
  readonly renderer: Renderer;
}

/** The kind of widget that a definition makes. */
export function widgetType(
  { title: standard = '', fields = [], content, markup, ...type }: DefaultWidget,
  { hooks, renderer }: DefaultWidgetServices,
): WidgetType {
  const all = [line('title', 'Title'), ...fields];
  return {
    update: (given) => cleanFields(all, given),
    form: (instance, names) => formOf(all, instance, names),
    ...type,
    async widget(args, instance) {
      const { within } = args;
      const shown =
        content === undefined
          ? await markup!(instance, within)
          : await renderer.content(content(instance), null, within && { within });
      if (shown.trim() === '') return '';
      const own = typeof instance.title === 'string' ? instance.title : '';
      const title = hooks.filter('widget_title').call(own || standard, instance, type.id);
      return `${args.before_widget}${heading(title, args)}${shown}${args.after_widget}`;
    },
  };
}

const heading = (title: string, { before_title, after_title }: WidgetArgs): string =>
  title === '' ? '' : `${before_title}${escapeHtml(title)}${after_title}`;

/** A block as it stands in a content. Attributes that are undefined are left out. */
export const block = (name: string, attributes: Record<string, unknown> = {}, markup?: string): string => {
  const opening = `<!-- wp:${name} ${serializeAttributes(attributes)} `;
  return markup === undefined ? `${opening}/-->` : `${opening}-->${markup}<!-- /wp:${name} -->`;
};
