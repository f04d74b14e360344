import { expect } from 'chai';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';
import { graveBarriers } from '../../support/axe.ts';
import { describeEditor, signIn } from './chromium.ts';
import { Desk } from './desk.ts';
import { WrittenSite } from './written-site.ts';

const LONG = `${'A title that goes on '.repeat(6)}${'andon'.repeat(20)}`;

describeEditor('the looks of the editor, in Chromium', (reader) => {
  let site: WrittenSite;
  let desk: Desk;
  let post: number;

  before(async () => {
    site = await WrittenSite.start({ built: true, build: BUILD_FOLDER });
    const { id } = await site.signIn('editor');
    const gone = await site.write(id, 'In the trash');
    await site.posts.trash(gone.id);
    for (let number = 0; number < 21; number++) await site.write(id, `Number ${number}`);
    post = (await site.write(id, LONG)).id;
    desk = new Desk(await reader.context.newPage());
    await signIn(desk.page, `${site.url}/editor`, { username: 'editor', password: 'password of editor' });
  });
  after(async () => {
    await site?.close();
  });

  /** How far what a page shows goes beyond its width, in pixels. */
  const overflow = (): Promise<number> =>
    desk.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  for (const width of [1280, 390]) {
    describe(`${width} pixels wide`, () => {
      before(() => desk.page.setViewportSize({ width, height: 800 }));

      for (const query of ['', '?status=trash', '?s=nothing', '?type=page', '?paged=2']) {
        it(`are accessible in the list${query === '' ? '' : ` ${query}`}, and cut nothing off`, async () => {
          await desk.page.goto(`${site.url}/editor${query}`);
          expect(await graveBarriers(desk.page)).to.deep.equal([]);
          expect(await overflow()).to.equal(0);
        });
      }

      it('fit the editor of an item into the window', async () => {
        await desk.page.goto(`${site.url}/editor?post=${post}`);
        await desk.canvas.getByText('A title that goes on').first().waitFor();
        expect(await overflow()).to.equal(0);
        expect(await desk.button('Save').isVisible()).to.equal(true);
        const way =
          width < 782
            ? desk.page.getByRole('link', { name: 'All posts' })
            : desk.page.getByRole('link', { name: 'View posts' });
        await way.click();
        await desk.page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      });
    });
  }
}).timeout(120_000);
