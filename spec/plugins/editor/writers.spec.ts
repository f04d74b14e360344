import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { definePlugin, serviceToken } from '../../../core/index.ts';
import { newPlugin } from '../../../host/scaffold/index.ts';
import type { BlockTypes } from '../../../plugins/content-rendering/index.ts';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';
import { takePicture } from '../../support/chromium.ts';
import { describeEditor, signIn, textOf } from './chromium.ts';
import { Desk } from './desk.ts';
import { WrittenSite } from './written-site.ts';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

const soon = definePlugin({
  name: 'soon',
  version: '1.0.0',
  description: 'Backs up in the browser after a second.',
  requires: { editor: '^0.1.0' },
  setup({ hooks }) {
    hooks.filter('block_editor_settings_all').tap('soon', (settings) => ({ ...settings, localAutosaveInterval: 1 }));
  },
});

/** A script as the tools of the reference build it: it finds the packages by their global names. */
const SCRIPT = `(function () {
  const { blocks: { registerBlockType }, blockEditor: { RichText, useBlockProps }, element: { createElement: el } } = window.wp;
  registerBlockType('scripted/note', {
    edit: ({ attributes, setAttributes }) =>
      el(RichText, { ...useBlockProps(), tagName: 'p', value: attributes.text, 'aria-label': 'Note', onChange: (text) => setAttributes({ text }) }),
    save: ({ attributes }) => el(RichText.Content, { ...useBlockProps.save(), tagName: 'p', value: attributes.text }),
  });
})();`;

/** Blocks with a script of their own, and one whose script is not there. */
const scripted = definePlugin({
  name: 'scripted',
  version: '1.0.0',
  description: 'Blocks with scripts.',
  requires: { 'content-rendering': '^0.1.0' },
  capabilities: ['pages'],
  setup({ hooks, use }) {
    const types = use(serviceToken<BlockTypes>('block-types'));
    const text = { type: 'string', source: 'html', selector: 'p', default: '' } as const;
    types.register({ name: 'scripted/note', title: 'Note', attributes: { text }, editorScript: '/scripted/note.js' });
    types.register({
      name: 'scripted/lost',
      title: 'Lost',
      editorScript: '/scripted/lost.js',
      render: () => '<p>Found</p>',
    });
    hooks.action('http_routes').tap('scripted', (router) => {
      router.get('/scripted/note.js', (http) => {
        http.type = 'text/javascript; charset=utf-8';
        http.body = SCRIPT;
      });
    });
  },
});

/** Makes a plugin as `tappet plugin new --template block` does; answers with its folder. */
async function newBlockPlugin(folder: string): Promise<string> {
  await symlink(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return (await newPlugin('my-hello', 'block', folder)).folder;
}

describeEditor('writers of one site, in Chromium', (reader) => {
  let folder: string;
  let site: WrittenSite;
  let [ann, ben] = [] as unknown as [Desk, Desk];
  let post: number;
  let storm: number;

  const address = () => `${site.url}/editor/post.php?post=${post}&action=edit`;
  const enter = async (page: Page, role: string) =>
    signIn(page, `${site.url}/editor`, { username: role, password: `password of ${role}` });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-writers-'));
    site = await WrittenSite.start({
      built: true,
      build: BUILD_FOLDER,
      plugins: [soon, scripted, await newBlockPlugin(folder)],
    });
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
  after(async () => {
    await site?.close();
    await rm(folder, { recursive: true });
  });

  describe('two of whom open one item', () => {
    it('see in the list and in the editor who has it', async () => {
      await ann.page.goto(address());
      await ann.append('The water was cold.', ' And deep.');
      // She is to be told when she saves, and not before.
      await ann.page.route(/heartbeat/, (route) => route.abort());
      await ben.page.goto(`${site.url}/editor`);
      expect(await textOf(ben.page.getByRole('row', { name: 'A day at the lake' }))).to.include(
        'editor is currently editing',
      );
      await takePicture(ben.page, 'writers-list-390');
      await ben.page.goto(address());
      const dialog = ben.page.getByRole('dialog', { name: 'This post is already being edited' });
      await dialog.waitFor();
      expect(await textOf(dialog)).to.include('editor is currently working on this post');
      await takePicture(ben.page, 'writers-locked-390');
      await ben.page.setViewportSize({ width: 1280, height: 800 });
      await takePicture(ben.page, 'writers-locked-1280');
    });

    it('may take over, after which the other one saves nothing over it, and loses nothing', async () => {
      await ben.page.getByRole('link', { name: 'Take over' }).click();
      await ben.append('The water was cold.', ' And clear.');
      await ben.save();
      await ann.page.unroute(/heartbeat/);
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
  describe('whose tab crashes', () => {
    it('are offered the text that was in it', async () => {
      const { id } = await site.write(1, 'A storm');
      await site.posts.update(id, { content: paragraph('It came up.') });
      const edited = `${site.url}/editor/post.php?post=${id}&action=edit`;
      await ann.page.goto(edited);
      await ann.append('It came up.', ' Suddenly.');
      const backup = `sessionStorage.getItem('wp-autosave-block-editor-post-${id}')?.includes('Suddenly')`;
      while (!(await ann.page.evaluate(backup))) await setTimeout(100);
      const tab = await ann.page.context().newCDPSession(ann.page);
      const crashed = ann.page.waitForEvent('crash');
      void tab.send('Page.crash').catch(() => undefined);
      await crashed;
      await tab.send('Page.navigate', { url: edited });
      // The tools that drive a page do not go on with one that crashed; the protocol does.
      const inTab = async (script: string) => {
        for (;;) {
          const { result } = await tab.send('Runtime.evaluate', { expression: script });
          if (result.value === true) return;
          await setTimeout(100);
        }
      };
      await inTab(
        `document.querySelector('.editor-notices')?.innerText.includes('backup of this post in your browser')`,
      );
      await inTab(
        `[...document.querySelectorAll('button')].find((one) => one.innerText === 'Restore the backup').click() ?? true`,
      );
      await inTab(
        `document.querySelector('[name=editor-canvas]').contentDocument.body.innerText.includes('It came up. Suddenly.')`,
      );
      ann = new Desk(await reader.context.newPage());
      storm = id;
    });
  });

  describe('whose session ends', () => {
    it('sign in within the editor, and what they saved is saved', async () => {
      const { page } = ann;
      await page.goto(`${site.url}/editor/post.php?post=${storm}&action=edit`);
      await ann.append('It came up.', ' At night.');
      await page.context().clearCookies();
      const saved = ann.saved();
      await ann.button('Save').click();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      const form = dialog.frameLocator('iframe');
      await form.getByLabel('Password').waitFor();
      await takePicture(page, 'writers-session-1280');
      await page.setViewportSize({ width: 390, height: 800 });
      await takePicture(page, 'writers-session-390');
      await page.setViewportSize({ width: 1280, height: 800 });
      await form.getByLabel('Name or e-mail address').fill('editor');
      await form.getByLabel('Password').fill('password of editor');
      await form.getByRole('button', { name: 'Log in' }).click();
      await saved;
      await dialog.waitFor({ state: 'detached' });
      expect((await site.posts.byId(storm))!.content).to.equal(paragraph('It came up. At night.'));
    });
  });
  describe('in whose editor someone else signs in', () => {
    it('are told so, and nothing is saved as someone else', async () => {
      const { page } = ann;
      await page.goto(`${site.url}/editor/post.php?post=${storm}&action=edit`);
      await ann.append('At night.', ' Alone.');
      await page.context().clearCookies();
      const saved = ann.saved();
      await ann.button('Save').click();
      const form = page.locator('dialog.sign-in').frameLocator('iframe');
      const enterAs = async (role: string) => {
        await form.getByLabel('Name or e-mail address').fill(role);
        await form.getByLabel('Password').fill(`password of ${role}`);
        await form.getByRole('button', { name: 'Log in' }).click();
      };
      await enterAs('administrator');
      const dialog = page.getByRole('dialog', { name: 'You are logged in as someone else' });
      await dialog.waitFor();
      await takePicture(page, 'writers-someone-else-1280');
      expect(await textOf(dialog)).to.include(
        'administrator is logged in now, and this text is written by editor. Log in as editor, and it is saved.',
      );
      expect(await page.getByText('taken over').count()).to.equal(0);
      expect((await site.posts.byId(storm))!.content).to.not.include('Alone');
      await form.getByLabel('Password').waitFor();
      await enterAs('editor');
      await saved;
      await dialog.waitFor({ state: 'detached' });
      expect((await site.posts.byId(storm))!.content).to.include('Alone');
      const { posts } = await site.posts.query({ types: ['revision'], statuses: ['inherit'], parents: [storm] });
      expect(new Set(posts.map(({ author }) => author))).to.have.length(1);
    });
  });
  describe('with a block of a plugin', () => {
    it('insert it, set it, and see on the page what the editor showed', async () => {
      const { page, canvas, settings } = ann;
      await page.goto(`${site.url}/editor/post.php?post=${storm}&action=edit`);
      await canvas.getByText('At night.').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await ann.block('Greeting');
      await canvas.getByText('Hello, world!').waitFor();
      await settings.getByRole('textbox', { name: 'Whom to greet' }).fill('Ann & Ben');
      await canvas.getByText('Hello, Ann & Ben!').waitFor();
      await takePicture(page, 'writers-block-1280');
      await ann.save();
      expect(await (await site.ask(`/?p=${storm}`, '', { redirect: 'follow' })).text()).to.include(
        '<p class="my-hello">Hello, Ann &amp; Ben!</p>',
      );
    });

    it('write in one whose plugin serves a script for the editor, and it is saved as the script says', async () => {
      const { page, canvas } = ann;
      // Each is put behind that text. One whose script is not there is shown as it is rendered.
      for (const name of ['Lost', 'Note']) {
        await canvas.getByText('At night.').click();
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await ann.block(name);
      }
      await canvas.getByText('Found').waitFor();
      await canvas.getByLabel('Note', { exact: true }).fill('Bring bread.');
      await takePicture(page, 'writers-script-1280');
      await ann.save();
      expect((await site.posts.byId(storm))!.content).to.match(
        /<!-- wp:scripted\/note -->\n<p class="wp-block-scripted-note">Bring bread\.<\/p>\n<!-- \/wp:scripted\/note -->\s+<!-- wp:scripted\/lost \/-->/,
      );
      await page.reload();
      await canvas.getByLabel('Note', { exact: true }).waitFor();
      expect(await canvas.getByText('Attempt recovery').count()).to.equal(0);
    });

    it('are offered nothing that is not rendered here', async () => {
      const { page, canvas } = ann;
      await canvas.getByText('At night.').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await page.getByRole('option', { name: 'Image', exact: true }).waitFor();
      for (const [typed, isOffered] of [
        ['Details', true],
        ['Breadcrumbs', false],
        ['Table of Contents', false],
        ['Accordion', false],
      ] as const) {
        await page.keyboard.type(typed);
        const option = page.getByRole('option', { name: typed, exact: true });
        if (isOffered) await option.waitFor();
        else
          await page
            .getByRole('listbox', { name: 'Suggestions' })
            .waitFor({ state: 'detached' })
            .catch(() => undefined);
        expect(await option.count(), typed).to.equal(isOffered ? 1 : 0);
        for (const _ of typed) await page.keyboard.press('Backspace');
      }
    });
  });

  describe('who begin with a pattern', () => {
    it('choose one of the site’s own, whose blocks are whole, and it is on the page', async () => {
      const { page, canvas } = ann;
      const { id } = await site.write(1, 'Made of patterns');
      await site.posts.update(id, { content: '' });
      await page.goto(`${site.url}/editor/post.php?post=${id}&action=edit`);
      await page.getByRole('button', { name: 'Block Inserter' }).click();
      await page.getByRole('tab', { name: 'Patterns' }).click();
      await page.getByRole('tab', { name: 'All', exact: true }).click();
      const offered = page.locator('.block-editor-block-patterns-list__item');
      await offered.nth(5).waitFor();
      await takePicture(page, 'writers-patterns-1280');
      expect(await offered.count()).to.equal(6);
      for (let index = 0; index < 6; index++) await offered.nth(index).click();
      await canvas.getByText('A guest').waitFor();
      await takePicture(page, 'writers-pattern-1280');
      expect(await canvas.getByText('Attempt recovery').count()).to.equal(0);
      await ann.save();
      const shown = await (await site.ask(`/?p=${id}`, '', { redirect: 'follow' })).text();
      for (const text of [
        'Come and see us',
        'What we do',
        'May I bring my dog?',
        'A guest',
        'About this picture',
        'A day at the lake',
      ]) {
        expect(shown).to.include(text);
      }
    });
  });

  describe('all of them', () => {
    it('leave no error in the console but those of the ended session', () => {
      expect(reader.errors.filter((error) => !/status of 40[0134]|ERR_FAILED|lost\.js/.test(error))).to.deep.equal([]);
    });
  });
}).timeout(120_000);
