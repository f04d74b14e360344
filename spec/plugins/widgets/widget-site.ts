import { definePlugin } from '../../../core/index.ts';
import authKeys from '../../../plugins/auth-keys/index.ts';
import widgets, { Sidebars, WidgetTypes } from '../../../plugins/widgets/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { type Served, serve } from '../../support/serve.ts';

/** Two sidebars, the second of which everybody may read, and kinds of widgets. */
const kinds = definePlugin({
  name: 'kinds',
  version: '1.0.0',
  description: 'Sidebars and widgets of a spec.',
  requires: { widgets: '*' },
  setup({ use }) {
    use(Sidebars).register({ id: 'side', name: 'Side' });
    use(Sidebars).register({
      id: 'open',
      name: 'Open',
      before_widget: '<p class="%2$s">',
      after_widget: '</p>',
      show_in_rest: true,
    });
    const types = use(WidgetTypes);
    types.register({
      id: 'note',
      name: 'Note',
      widget: ({ before_widget, after_widget }, { text }) => `${before_widget}${text}${after_widget}`,
      update: ({ text }) => ({ text: String(text).trim() }),
      form: ({ text = '' }, { id, name }) => `<input id="${id('text')}" name="${name('text')}" value="${text}">`,
    });
    types.register({
      id: 'broken',
      name: 'Broken',
      showInstanceInRest: false,
      widget() {
        throw new Error('broken');
      },
    });
  },
});

/** A site with widgets, and requests to their routes as an administrator. */
export class WidgetSite {
  readonly site: ContentSite;

  constructor(site: ContentSite) {
    this.site = site;
  }

  static async build(...more: Parameters<typeof buildContentSite>[0][number][]): Promise<WidgetSite> {
    return new WidgetSite(await buildContentSite([authKeys, widgets, kinds, ...more]));
  }

  /** A site on a database of an address. */
  static async on(url: string): Promise<WidgetSite> {
    const options = { database: { url }, 'auth-keys': { keys: ['ab'.repeat(32)] } };
    return new WidgetSite(await buildContentSite([authKeys, widgets, kinds], { options }));
  }

  ask(method: string, path: string, json?: object, role = 'administrator'): Promise<Served> {
    const user = role === 'anonymous' ? {} : { user: this.site.as(role) };
    return serve(this.site.generation, method, `/cms/v2${path}`, { ...user, ...(json === undefined ? {} : { json }) });
  }

  /** Makes a note, and answers with its id. */
  async note(text: string, sidebar = 'side'): Promise<string> {
    return (await this.ask('POST', '/widgets', { id_base: 'note', sidebar, instance: { raw: { text } } })).json.id;
  }

  /** The ids of the widgets of a sidebar. */
  async idsIn(sidebar: string): Promise<string[]> {
    return (await this.ask('GET', `/sidebars/${sidebar}`)).json.widgets;
  }
}
