import { expect } from 'chai';
import { maybeSerialize } from '../../../plugins/database/index.ts';
import { WidgetTypes } from '../../../plugins/widgets/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { WidgetSite } from './widget-site.ts';

const INACTIVE = 'cms_inactive_widgets';

describe('the routes of widgets', () => {
  let site: WidgetSite;
  beforeEach(async () => {
    site = await WidgetSite.build();
  });
  afterEach(() => site.site.generation.dispose());

  it('store widgets in the options that administrators know', async () => {
    expect([await site.note(' one '), await site.note('two', INACTIVE)]).to.eql(['note-2', 'note-3']);
    const { options } = site.site;
    expect(maybeSerialize(options.get('widget_note'))).to.equal(
      maybeSerialize({ 2: { text: 'one' }, 3: { text: 'two' }, _multiwidget: 1 }),
    );
    expect(options.get('sidebars_widgets')).to.deep.equal({
      side: ['note-2'],
      open: [],
      [INACTIVE]: ['note-3'],
      array_version: 3,
    });
  });

  it('render a widget with the markup of its sidebar, and nothing of an inactive one', async () => {
    const [shown, hidden] = [await site.note('one', 'side'), await site.note('two', INACTIVE)];
    expect((await site.ask('GET', `/widgets/${shown}`)).json.rendered).to.equal(
      '<li id="note-2" class="widget widget_note">one</li>',
    );
    expect((await site.ask('GET', `/widgets/${hidden}`)).json.rendered).to.equal('');
  });

  it('show nothing of a widget whose kind fails', async () => {
    const made = await site.ask('POST', '/widgets', {
      id_base: 'broken',
      sidebar: 'side',
      form_data: 'widget-broken[2][a]=1',
    });
    expect(made.json).to.deep.include({ id: 'broken-2', rendered: '', rendered_form: '' });
    expect(made.json.instance).to.have.keys('encoded', 'hash');
  });

  it('set a widget by its form, and by what was encoded before', async () => {
    const id = await site.note('one');
    const byForm = await site.ask('PUT', `/widgets/${id}`, { form_data: 'widget-note%5B2%5D%5Btext%5D=by+form' });
    expect(byForm.json.instance.raw).to.eql({ text: 'by form' });
    expect(byForm.json.rendered_form).to.equal(
      '<input id="widget-note-2-text" name="widget-note[2][text]" value="by form">',
    );
    const { raw: _, ...encoded } = byForm.json.instance;
    const other = await site.ask('POST', '/widgets', { id_base: 'note', sidebar: 'side', instance: encoded });
    expect(other.json.instance).to.deep.include({ raw: { text: 'by form' }, ...encoded });
  });

  it('refuse an instance that is not as it was encoded, and a raw one where its kind shows none', async () => {
    const { json } = await site.ask('POST', '/widget-types/note/encode', { form_data: 'widget-note[1][text]=x' });
    const forged = { encoded: Buffer.from('a:1:{s:4:"text";s:1:"y";}').toString('base64'), hash: json.instance.hash };
    for (const [id_base, instance] of [
      ['note', forged],
      ['note', { encoded: json.instance.encoded }],
      ['note', {}],
      ['broken', { raw: {} }],
    ] as const) {
      const answer = await site.ask('POST', '/widgets', { id_base, instance });
      expect([answer.status, answer.json.code], JSON.stringify(instance)).to.eql([400, 'rest_invalid_widget']);
    }
    expect(await site.idsIn(INACTIVE)).to.eql([]);
  });

  it('move a widget to another sidebar, and to the inactive ones when it is deleted without force', async () => {
    const id = await site.note('one');
    expect((await site.ask('PATCH', `/widgets/${id}`, { sidebar: 'open' })).json).to.deep.include({
      sidebar: 'open',
      rendered: '<p class="widget_note">one</p>',
    });
    expect((await site.ask('DELETE', `/widgets/${id}`)).json).to.deep.include({ sidebar: INACTIVE, rendered: '' });
    expect((await site.ask('DELETE', `/widgets/${id}?force=true`)).json.previous.instance.raw).to.eql({ text: 'one' });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await site.ask(method, `/widgets/${id}`);
      expect([answer.status, answer.json.code], method).to.eql([404, 'rest_widget_not_found']);
    }
    expect(site.site.options.get('widget_note')).to.deep.equal({ _multiwidget: 1 });
  });

  it('put a widget whose sidebar is unknown among the inactive ones', async () => {
    for (const sidebar of ['nowhere', '__proto__', 'constructor']) {
      const { status, json } = await site.ask('POST', '/widgets', { id_base: 'note', sidebar });
      expect([status, json.sidebar], sidebar).to.eql([201, INACTIVE]);
    }
  });

  it('take whatever the options hold', async () => {
    const { options } = site.site;
    await options.set('widget_note', { 2: 'text', 3: { text: 'lost' }, x: { text: 'no' }, '-4': [] });
    await options.set('sidebars_widgets', {
      side: ['note-2', 'note-2', 7, 'none-2', 'note-0', null],
      gone: ['note-5'],
      array_version: 3,
    });
    expect(await site.idsIn('side')).to.eql(['note-2']);
    expect(await site.idsIn(INACTIVE)).to.eql(['note-5', 'note-3']);
    expect((await site.ask('GET', '/widgets?context=edit')).status).to.equal(200);
    await options.set('sidebars_widgets', 'nothing');
    expect(await site.idsIn('side')).to.eql([]);
  });

  it('show everybody the widgets of a sidebar that the theme shows in the interface, and no others', async () => {
    const [closed, open] = [await site.note('closed', 'side'), await site.note('open', 'open')];
    const list = await site.ask('GET', '/widgets', undefined, 'anonymous');
    expect(list.json.map(({ id }: { id: string }) => id)).to.eql([open]);
    expect((await site.ask('GET', `/widgets/${open}`, undefined, 'anonymous')).json.rendered).to.contain('open');
    expect((await site.ask('GET', `/widgets/${closed}`, undefined, 'anonymous')).status).to.equal(401);
    const sidebars = await site.ask('GET', '/sidebars', undefined, 'anonymous');
    expect(sidebars.json.map(({ id }: { id: string }) => id)).to.eql(['open']);
    expect((await site.ask('GET', `/widgets/${open}?context=edit`, undefined, 'anonymous')).status).to.equal(401);
  });

  it('refuse kinds of widgets whose id is taken, or is none', () => {
    const types = site.site.generation.services.get('spec', WidgetTypes);
    for (const id of ['note', 'Note', '', '__proto__', 'a b']) {
      expect(() => types.register({ id, name: 'x', widget: () => '' }), id).to.throw(TypeError);
    }
  });
});

describeOnDatabases('widgets', (freshDatabase) => {
  let site: WidgetSite;
  beforeEach(async () => {
    site = await WidgetSite.on(await freshDatabase({ again: true }));
  });
  afterEach(() => site.site.generation.dispose());

  it('that are made at once are all kept', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, at) => site.note(`${at}`)));
    expect(new Set(made).size).to.equal(12);
    expect((await site.idsIn('side')).sort()).to.eql([...made].sort());
    const shown = (await site.ask('GET', '/widgets?sidebar=side&context=edit')).json;
    expect(shown.map((one: { instance: { raw: { text: string } } }) => one.instance.raw.text).sort()).to.eql(
      Array.from({ length: 12 }, (_, at) => `${at}`).sort(),
    );
  });

  it('that are set, moved and arranged at once are as one after the other leaves them', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, at) => site.note(`${at}`)));
    await Promise.all([
      ...ids.map((id, at) => site.ask('PATCH', `/widgets/${id}`, { instance: { raw: { text: `new ${at}` } } })),
      ...ids.slice(0, 3).map((id) => site.ask('PATCH', `/widgets/${id}`, { sidebar: 'open' })),
      site.ask('DELETE', `/widgets/${ids[5]}?force=true`),
    ]);
    expect((await site.idsIn('open')).sort()).to.eql(ids.slice(0, 3).sort());
    expect((await site.idsIn('side')).sort()).to.eql(ids.slice(3, 5).sort());
    expect(await site.idsIn(INACTIVE)).to.eql([]);
    for (const [at, id] of ids.slice(0, 5).entries()) {
      expect((await site.ask('GET', `/widgets/${id}?context=edit`)).json.instance.raw, id).to.eql({
        text: `new ${at}`,
      });
    }
  });
});

describe('a widget that was deleted while it was to be changed', () => {
  it('stays deleted', async () => {
    const site = await WidgetSite.build();
    const id = await site.note('one');
    const [gone, set, moved] = await Promise.all([
      site.ask('DELETE', `/widgets/${id}?force=true`),
      site.ask('PATCH', `/widgets/${id}`, { instance: { raw: { text: 'new' } } }),
      site.ask('PATCH', `/widgets/${id}`, { sidebar: 'open' }),
    ]);
    expect([gone.status, set.status, moved.status]).to.eql([200, 404, 404]);
    for (const sidebar of ['side', 'open', INACTIVE]) expect(await site.idsIn(sidebar), sidebar).to.eql([]);
    await site.site.generation.dispose();
  });
});

describe('the routes of sidebars', () => {
  let site: WidgetSite;
  beforeEach(async () => {
    site = await WidgetSite.build();
  });
  afterEach(() => site.site.generation.dispose());

  it('put widgets into a sidebar in an order, and make those inactive that are not named', async () => {
    const [one, two, three] = [await site.note('1'), await site.note('2'), await site.note('3', 'open')];
    const { status, json } = await site.ask('PATCH', '/sidebars/side', {
      widgets: [three, one, three, 'note-99', 'none-1'],
    });
    expect([status, json.widgets]).to.eql([200, [three, one]]);
    expect(await site.idsIn('open')).to.eql([]);
    expect(await site.idsIn(INACTIVE)).to.eql([two]);
    expect((await site.ask('PATCH', `/sidebars/${INACTIVE}`, { widgets: [] })).json.widgets).to.eql([two]);
  });

  it('change nothing of a sidebar that is unknown, or by a request without widgets', async () => {
    const one = await site.note('1');
    expect((await site.ask('PATCH', '/sidebars/none', { widgets: [one] })).json.code).to.equal(
      'rest_sidebar_not_found',
    );
    expect((await site.ask('PATCH', '/sidebars/side', {})).json.widgets).to.eql([one]);
  });
});

describe('the routes of kinds of widgets', () => {
  let site: WidgetSite;
  before(async () => {
    site = await WidgetSite.build();
  });
  after(() => site.site.generation.dispose());

  it('show the form, the look and the instance that a form makes', async () => {
    const first = await site.ask('POST', '/widget-types/note/encode', { form_data: 'widget-note[-1][text]=+a+' });
    expect(first.status).to.equal(200);
    expect(first.json).to.deep.include({
      form: '<input id="widget-note--1-text" name="widget-note[-1][text]" value="a">',
      preview: '<div class="widget widget_note">a</div>',
    });
    const { raw, ...encoded } = first.json.instance;
    expect(raw).to.eql({ text: 'a' });
    const again = await site.ask('POST', '/widget-types/note/encode', { instance: encoded });
    expect(again.json).to.eql(first.json);
    const page = await site.ask('POST', '/widget-types/note/render', { instance: encoded });
    expect(page.json.preview).to.match(/^<!doctype html>.*<div class="widget widget_note">a<\/div>.*<\/html>/s);
  });

  it('refuse what was not encoded here, forms that are none, and kinds that there are not', async () => {
    for (const path of ['/encode', '/render']) {
      const raw = await site.ask('POST', `/widget-types/note${path}`, { instance: { raw: { text: '<script>' } } });
      expect([raw.status, raw.json.code], path).to.eql([400, 'rest_invalid_widget']);
      expect((await site.ask('POST', `/widget-types/none${path}`)).json.code, path).to.equal(
        'rest_widget_type_invalid',
      );
      expect((await site.ask('POST', `/widget-types/note${path}`, {}, 'editor')).status, path).to.equal(403);
    }
    expect((await site.ask('POST', '/widget-types/note/encode', { form_data: '%' })).json.code).to.equal(
      'rest_invalid_query',
    );
  });
});
