import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of widgets, of their kinds and of sidebars. */
export const widgetErrors = defineErrors({
  rest_cannot_manage_widgets: ['authorization', 'You may not manage the widgets of this site.'],
  rest_sidebar_not_found: [404, 'There is no such sidebar.'],
  rest_widget_not_found: [404, 'There is no such widget.'],
  rest_widget_type_invalid: [404, 'There is no such kind of widget.'],
  rest_invalid_widget: [
    400,
    'This is no widget: give a kind of widget, and an instance that is raw, or encoded with its hash.',
  ],
});
