import type { CurrentUser, MaybePromise } from '../../../core/index.ts';
import { toText } from '../../../core/schema/index.ts';
import { html, sanitizeTextField } from '../../../core/text/index.ts';
import type { RenderContext } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import type { WidgetFields, WidgetInstance } from '../../widgets/index.ts';
import type { DefaultWidget } from '../default-widget.ts';
import { isOn } from '../fields.ts';

const textOf = (instance: WidgetInstance, name: string): string => {
  const value = Object.hasOwn(instance, name) ? instance[name] : '';
  return typeof value === 'object' ? '' : toText(value ?? '');
};

/** Markup as its writer may have it: any for those who may, that of items for others. */
const allowed = (text: string, user: CurrentUser): string => (user.can('unfiltered_html') ? text : ksesPost(text));

const titleOf = (given: WidgetInstance): string => sanitizeTextField(textOf(given, 'title'));

/** Widgets that show what was written for them. `paragraphs` makes paragraphs of a text, as in a content. */
export const texts = (
  paragraphs: (text: string, within?: RenderContext) => MaybePromise<string>,
): readonly DefaultWidget[] => [
  {
    id: 'block',
    name: 'Block',
    description: 'A block.',
    update: (given, _old, user) => ({ content: allowed(textOf(given, 'content'), user) }),
    form: (instance, { id, name }) =>
      html`<p><label for="${id('content')}">Block markup</label> <textarea class="widefat" id="${id('content')}" name="${name('content')}" rows="6" cols="50">${textOf(instance, 'content')}</textarea></p>`
        .text,
    content: (instance) => textOf(instance, 'content'),
  },
  {
    id: 'custom_html',
    name: 'Custom HTML',
    description: 'Any markup.',
    update: (given, _old, user) => ({ title: titleOf(given), content: allowed(textOf(given, 'content'), user) }),
    form: (instance, { id, name }) => hidden('title', instance, { id, name }) + area('content', instance, { id, name }),
    markup(instance) {
      const content = textOf(instance, 'content');
      return content === '' ? '' : `<div class="textwidget custom-html-widget">${content}</div>`;
    },
  },
  {
    id: 'text',
    name: 'Text',
    description: 'Any text.',
    update: (given, _old, user) => ({
      title: titleOf(given),
      text: allowed(textOf(given, 'text'), user),
      filter: isOn(given.filter) || given.filter === 'content' || isOn(given.visual),
      ...(given.visual === undefined || given.visual === null ? {} : { visual: isOn(given.visual) }),
    }),
    form(instance, fields) {
      const visual = isPlain(instance) ? '' : 'on';
      const filter = isPlain(instance) && !isOn(instance.filter) ? '' : 'on';
      return [
        hidden('title', instance, fields),
        area('text', instance, fields),
        hidden('filter', { filter }, fields),
        hidden('visual', { visual }, fields),
      ].join('\n\t\t\t');
    },
    async markup(instance, within) {
      const text = textOf(instance, 'text');
      const shown = isOn(instance.filter) || isOn(instance.visual) ? await paragraphs(text, within) : text;
      return shown === '' ? '' : `<div class="textwidget">${shown}</div>`;
    },
  },
];

/** Whether a text is edited as it is, because an editor that shows it as it looks would change it. */
const isPlain = (instance: WidgetInstance): boolean => {
  if (instance.visual !== undefined) return !isOn(instance.visual);
  const text = textOf(instance, 'text').trim();
  return text.includes('<!--') || (text !== '' && !isOn(instance.filter) && text.includes('\n'));
};

/** Fields that a script of the editor fills. */
const hidden = (field: string, instance: WidgetInstance, { id, name }: WidgetFields): string =>
  html`<input id="${id(field)}" name="${name(field)}" class="${field} sync-input" type="hidden" value="${textOf(instance, field)}">`
    .text;

const area = (field: string, instance: WidgetInstance, { id, name }: WidgetFields): string =>
  html`<textarea id="${id(field)}" name="${name(field)}" class="${field} sync-input" hidden>${textOf(instance, field)}</textarea>`
    .text;
