import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';
import { takePicture } from '../../support/chromium.ts';
import { describeEditor, signIn, textOf } from './chromium.ts';
import { Desk } from './desk.ts';
import { WrittenSite } from './written-site.ts';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

describeEditor('writers of one site, in Chromium', (reader) => {
  let site: WrittenSite;
  let [ann, ben] = [] as unknown as [Desk, Desk];
  let post: number;

  const address = () => `${site.url}/editor/post.php?post=${post}&action=edit`;
  const enter = async (page: Page, role: string) =>
    signIn(page, `${site.url}/editor`, { username: role, password: `password of ${role}` });

  before(async () => {
    site = await WrittenSite.start({ built: true, build: BUILD_FOLDER });
    const { id } = await site.signIn('editor');
    await site.signIn('administrator');
    post = (await site.write(id, 'A day at the lake')).id;
    await site.posts.update(post, { content: paragraph('The water was cold.') });
    ann = new Desk(await reader.context.newPage());
    await enter(ann.page, 'editor');
    const other = await reader.context.browser()!.newContext({ viewport: { width: 390, height: 800 } });
    other.setDefaultTimeout(20_000);
    ben = new Desk(await other.newPage());
    await enter(ben.page, 'administrator');
  });
  after(() => site?.close());

  describe('two of whom open one item', () => {
    it('see in the list and in the editor who has it', async () => {
      await ann.page.goto(address());
      await ann.append('The water was cold.', ' And deep.');
      await ben.page.goto(`${site.url}/editor`);
      expect(await textOf(ben.page.getByRole('row', { name: 'A day at the lake' }))).to.include(
        'editor is currently editing',
      );
      await takePicture(ben.page, 'writers-list-390');
      await ben.page.goto(address());
      const dialog = ben.page.getByRole('dialog', { name: 'This post is already being edited' });
      expect(await textOf(dialog)).to.include('editor is currently working on this post');
      await takePicture(ben.page, 'writers-locked-390');
      await ben.page.setViewportSize({ width: 1280, height: 800 });
      await takePicture(ben.page, 'writers-locked-1280');
    });

    it('may take over, after which the other one saves nothing over it, and loses nothing', async () => {
      await ben.page.getByRole('link', { name: 'Take over' }).click();
      await ben.append('The water was cold.', ' And clear.');
      await ben.save();
      const kept = ann.page.waitForResponse(/\/autosaves/);
      await ann.button('Save').click();
      const dialog = ann.page.getByRole('dialog', { name: 'Someone else has taken over this post' });
      await dialog.waitFor();
      await takePicture(ann.page, 'writers-taken-1280');
      expect((await site.posts.byId(post))!.content).to.equal(paragraph('The water was cold. And clear.'));
      await kept;
      const { posts } = await site.posts.query({ types: ['revision'], statuses: ['inherit'], parents: [post] });
      expect(posts.filter(({ name }) => name.includes('autosave')).map(({ content }) => content)).to.deep.equal([
        paragraph('The water was cold. And deep.'),
      ]);
    });
  });
}).timeout(120_000);
