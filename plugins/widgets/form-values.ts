import { parseQuery } from '../../core/rest/index.ts';
import type { WidgetInstance, WidgetType } from './widget-types.ts';

/**
 * The values of the form of a widget, of which a form sends those of one: `widget-text[2][title]=Hello`. Null if the form
 * has none of this kind; throws the error object `rest_invalid_query` for what is no form.
 */
export function formValues({ id }: WidgetType, form: unknown): WidgetInstance | null {
  if (typeof form !== 'string') return null;
  const sent = parseQuery(form)[`widget-${id}`];
  const [values] = typeof sent === 'object' && sent !== null ? Object.values(sent) : [];
  return typeof values === 'object' && values !== null ? (values as WidgetInstance) : null;
}
