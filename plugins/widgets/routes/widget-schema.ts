import { type ItemSchema, itemSchema, readonlyField } from '../../../core/index.ts';
import { EVERYWHERE } from './controller.ts';

/** The fields of a widget, which is inactive unless it is put into a sidebar. */
export const widgetSchema = (inactive: string): ItemSchema =>
  itemSchema('widget', {
    id: { description: 'The id of the widget.', type: 'string', context: EVERYWHERE },
    id_base: { description: 'The kind of the widget.', type: 'string', context: EVERYWHERE },
    sidebar: {
      description: 'The sidebar that it stands in.',
      type: 'string',
      default: inactive,
      required: true,
      context: EVERYWHERE,
    },
    rendered: readonlyField('string', EVERYWHERE, 'The markup of the widget; empty for an inactive one.'),
    rendered_form: readonlyField('string', ['edit'], 'The form that sets the widget.'),
    instance: {
      description: 'What the widget is set to.',
      type: 'object',
      context: ['edit'],
      default: null,
      properties: {
        encoded: { description: 'It in base64, not to be changed.', type: 'string', context: ['edit'] },
        hash: { description: 'What proves that it was not changed.', type: 'string', context: ['edit'] },
        raw: {
          description: 'It as plain data, where the kind of widget allows that.',
          type: 'object',
          context: ['edit'],
        },
      },
    },
    form_data: {
      description: 'The fields of the form that sets the widget, as a form sends them.',
      type: 'string',
      context: [],
    },
  });
