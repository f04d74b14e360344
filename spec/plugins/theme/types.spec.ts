import { expect } from 'chai';
import { ContentTypes } from '../../../plugins/content-types/index.ts';
import { Taxonomies } from '../../../plugins/taxonomies/index.ts';
import { built } from '../../support/built.ts';
import { ThemeSite, type Visitor } from './theme-site.ts';

const { definePlugin } = built;

const events = definePlugin({
  name: 'events',
  version: '1.0.0',
  description: 'A type of a plugin.',
  requires: { 'content-types': '*', taxonomies: '*' },
  setup({ hooks, use }) {
    const [types, taxonomies] = [use(ContentTypes), use(Taxonomies)];
    hooks.action('init').tap('events', () => {
      types.register('event', {
        label: 'Events',
        public: true,
        show_in_rest: true,
        has_archive: true,
        supports: ['title', 'editor', 'comments'],
        rewrite: { slug: 'events' },
      });
      types.register('note', { label: 'Notes', public: false, show_in_rest: true });
      types.register('hidden', { label: 'Hidden', public: true, show_in_rest: false });
      taxonomies.register('place', ['event'], {
        label: 'Places',
        hierarchical: true,
        show_in_rest: true,
        rewrite: { slug: 'place' },
      });
    });
  },
});

describe('the theme’s pages of what plugins and the library bring', () => {
  let site: ThemeSite;
  let visitor: Visitor;

  before(async () => {
    site = await ThemeSite.start({ plugins: { folders: [events] } });
    visitor = site.visitor();
    const { id } = await site.publish({ type: 'event', title: 'Concert', content: 'Loud', name: 'concert' });
    const place = await site.terms.create('place', 'Hall', {});
    await site.terms.setObjectTerms(id, 'place', [place.id]);
    await site.publish({ type: 'note', title: 'Note', content: 'Secret', name: 'note' });
    await site.publish({ type: 'hidden', title: 'Hidden', content: 'Secret', name: 'hidden' });
  });
  after(() => site.close());

  it('show an item of a type, at the address that the type has', async () => {
    const main = await visitor.main('/events/concert/');
    expect(main).to.include('<h1 class="entry-title">Concert</h1>').and.include('Loud');
    expect(main).to.match(/Places: <a rel="tag" href="[^"]*\/place\/hall\/">Hall</);
    expect((await visitor.ask('/?event=concert')).location).to.equal('/events/concert/');
  });

  it('show the archive of a type, and of a term of its taxonomy', async () => {
    for (const [path, heading] of [
      ['/events/', 'Events'],
      ['/?post_type=event', 'Events'],
      ['/place/hall/', 'Hall'],
    ]) {
      const main = await visitor.main(path!);
      expect(main, path).to.include(`<h1>${heading}</h1>`).and.include('>Concert</a>');
    }
  });

  it('show nothing of types that are not for the public, or not for the interface', async () => {
    for (const type of ['note', 'hidden']) {
      const [post] = (await site.posts.query({ types: [type] })).posts;
      for (const path of [`/${type}/${type}/`, `/?p=${post!.id}`, `/?post_type=${type}`, `/?${type}=${type}`]) {
        const { text } = await visitor.ask(path);
        expect(text, path).to.not.include('Secret');
      }
    }
  });

  it('show a file of the library as far as its item may be read', async () => {
    const draft = await site.posts.insert({ type: 'post', title: 'Draft', status: 'draft' });
    const file = (name: string, parent: number) =>
      site.posts.insert({
        type: 'attachment',
        status: 'inherit',
        title: `File ${name}`,
        name,
        mimeType: 'image/png',
        parent,
      });
    const open = await file('open', 0);
    const closed = await file('closed', draft.id);
    expect(await visitor.main('/open/')).to.include('File open');
    expect((await visitor.ask(`/?attachment_id=${open.id}`)).location).to.equal('/open/');
    for (const path of [`/?attachment_id=${closed.id}`, '/closed/'])
      expect((await visitor.ask(path)).status, path).to.equal(404);
  });
});
