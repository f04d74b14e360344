import { type BlockType, renderOnce } from '../../content-rendering/index.ts';
import type { Instances } from '../instances.ts';
import type { WidgetStore } from '../store.ts';
import type { WidgetTypes } from '../widget-types.ts';
import type { Widgets } from '../widgets.ts';

/** The services that the block needs. */
export interface LegacyWidgetServices {
  readonly types: WidgetTypes;
  readonly store: WidgetStore;
  readonly widgets: Widgets;
  readonly instances: Instances;
}

/** A widget as a block: one of the site by its id, or one of a kind that the block itself holds, encoded. */
export const legacyWidget = ({ types, store, widgets, instances }: LegacyWidgetServices): BlockType => ({
  name: 'core/legacy-widget',
  title: 'Legacy widget',
  description: 'Shows a widget.',
  category: 'widgets',
  textdomain: 'default',
  apiVersion: 2,
  attributes: {
    id: { type: 'string', default: null },
    idBase: { type: 'string', default: null },
    instance: { type: 'object', default: null },
    lock: { type: 'object' },
  },
  supports: { html: false, customClassName: false, reusable: false },
  async render({ id, idBase, instance }, _content, _block, context) {
    if (typeof id === 'string') {
      const widget = store.find(id);
      // What was made inactive is not to be shown anywhere.
      if (widget === null || widget.sidebar === store.inactive) return '';
      // A widget may show a text, which may show the widget again.
      return renderOnce(context, `widget ${widget.id}`, () =>
        widgets.render(widget.type, widget.instance, widget.id, undefined, context),
      );
    }
    const type = typeof idBase === 'string' ? types.get(idBase) : undefined;
    if (type === undefined) return '';
    // Only what was encoded here was cleaned for who sent it: a writer's own data is not shown.
    const decoded = instance === null || instance === undefined ? {} : instances.decode(instance as object);
    return widgets.render(type, decoded, undefined, undefined, context);
  },
});
