import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';
import { describeEditor, signIn, textOf } from './chromium.ts';
import { Desk } from './desk.ts';
import { WrittenSite } from './written-site.ts';

/** Seconds of typing until an autosave; pages loaded later get the value of then. */
let autosaveInterval = 1;

const soon = definePlugin({
  name: 'soon',
  version: '1.0.0',
  description: 'Sets the interval of autosaves.',
  requires: { editor: '^0.1.0' },
  setup({ hooks }) {
    hooks.filter('block_editor_settings_all').tap('soon', (settings) => ({ ...settings, autosaveInterval }));
  },
});

describeEditor('the block editor under a brand that its packages do not know', (reader) => {
  let site: WrittenSite;
  let desk: Desk;

  before(async () => {
    site = await WrittenSite.start({ built: true, build: BUILD_FOLDER, plugins: [soon] });
    await site.signIn('editor');
    desk = new Desk(await reader.context.newPage());
    await signIn(desk.page, `${site.url}/editor`, { username: 'editor', password: 'password of editor' });
  });
  after(async () => {
    await site?.close();
  });

  it('stores drafts automatically', async () => {
    await desk.page.getByRole('button', { name: 'Add post' }).click();
    const stored = desk.page.waitForResponse(
      (answer) => /\/posts\/\d+\/autosaves\?/.test(answer.url()) && answer.request().method() === 'POST',
    );
    await desk.title('Kept');
    await desk.page.keyboard.type('Nobody pressed a button.');
    expect((await stored).ok()).to.equal(true);
    // An autosave of a draft saves it, after which the editor offers no button to do so.
    autosaveInterval = 60;
  });

  it('publishes with a new term', async () => {
    await desk.panel('Tags');
    await desk.page.getByRole('combobox', { name: 'Add tag' }).fill('calm');
    await desk.page.keyboard.press('Enter');
    await desk.settings.getByText('calm', { exact: true }).waitFor();
    await desk.publish();
    await desk.publishing.getByText('is now live').waitFor();
    await desk.page.goto((await desk.publishing.getByRole('link', { name: 'View post' }).getAttribute('href'))!);
    expect(await textOf(desk.page.locator('main')))
      .to.include('Nobody pressed a button.')
      .and.to.include('calm');
  });

  it('writes a reusable block, whose type has the brand in its name', async () => {
    await desk.page.goto(`${site.url}/editor?type=cms_block`);
    await desk.page.getByRole('button', { name: /^Add/ }).click();
    await desk.canvas.locator('.is-root-container p').first().click();
    await desk.page.keyboard.type('Hello.');
    const stored = desk.page.waitForResponse(
      (answer) => /\/cms\/v2\/blocks\/\d+\?/.test(answer.url()) && answer.request().method() === 'POST',
    );
    await desk.button('Save draft').click();
    expect((await stored).ok()).to.equal(true);
    const { posts } = await site.posts.query({ types: ['cms_block'], statuses: ['draft'] });
    expect(posts.map(({ content }) => content)).to.deep.equal([
      '<!-- wp:paragraph -->\n<p>Hello.</p>\n<!-- /wp:paragraph -->',
    ]);
  });

  it('shows content that was written without blocks, and turns it into blocks', async () => {
    const { id } = await site.write(1, 'Old');
    await site.posts.update(id, { content: 'First line.\n\nSecond line.' });
    await desk.page.goto(`${site.url}/editor?post=${id}`);
    await desk.canvas.getByText('Second line.').click();
    await desk.page.getByRole('button', { name: 'Convert to blocks' }).click();
    const stored = desk.saved();
    await desk.button('Save').click();
    await stored;
    expect((await site.posts.byId(id))!.content).to.equal(
      ['First', 'Second']
        .map((word) => `<!-- wp:paragraph -->\n<p>${word} line.</p>\n<!-- /wp:paragraph -->`)
        .join('\n\n'),
    );
  });

  it('leaves no error in the console', () => {
    expect(reader.errors).to.deep.equal([]);
  });
}).timeout(120_000);
