import { expect } from 'chai';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';
import { graveBarriers, type KnownBarrier } from '../../support/axe.ts';
import { takePicture } from '../../support/chromium.ts';
import { describeEditor, signIn } from './chromium.ts';
import { Desk } from './desk.ts';
import { KNOWN_BARRIERS } from './known-barriers.ts';
import { WrittenSite } from './written-site.ts';

const block = (name: string, markup: string): string => `<!-- wp:${name} -->\n${markup}\n<!-- /wp:${name} -->`;

const CONTENT = [
  block('paragraph', '<p>The water was cold. <a href="https://example.org">A link</a></p>'),
  block('heading', '<h2 class="wp-block-heading">What we saw</h2>'),
  block('list', `<ul class="wp-block-list">${block('list-item', '<li>Herons</li>')}</ul>`),
  block('quote', `<blockquote class="wp-block-quote">${block('paragraph', '<p>Still</p>')}</blockquote>`),
  block('table', '<figure class="wp-block-table"><table><tbody><tr><td>Heron</td></tr></tbody></table></figure>'),
  block('code', '<pre class="wp-block-code"><code>const a = 1;</code></pre>'),
  block(
    'buttons',
    `<div class="wp-block-buttons">${block('button', '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button">Press</a></div>')}</div>`,
  ),
  block('paragraph', '<p>The end</p>'),
].join('\n\n');

describeEditor('the screen where an item is written, in Chromium', (reader) => {
  let site: WrittenSite;
  let desk: Desk;
  let post: number;
  const met = new Set<KnownBarrier>();

  before(async () => {
    site = await WrittenSite.start({ built: true, build: BUILD_FOLDER });
    const { id } = await site.signIn('administrator');
    post = (await site.write(id, 'A day at the lake')).id;
    for (const content of ['The water.', CONTENT]) await site.posts.update(post, { content });
    desk = new Desk(await reader.context.newPage());
    // Elements that fade in are not checked before they are fully visible.
    await desk.page.emulateMedia({ reducedMotion: 'reduce' });
    const password = 'password of administrator';
    await signIn(desk.page, `${site.url}/editor`, { username: 'administrator', password });
  });
  after(() => site?.close());

  const open = async () => {
    await desk.page.goto(`${site.url}/editor?post=${post}`);
    await desk.canvas.getByText('What we saw').waitFor();
  };
  const byRole = (...asked: Parameters<typeof desk.page.getByRole>) => desk.page.getByRole(...asked);
  const tabOfInserter = (name: string) => byRole('tab', { name }).click();
  const onHeading = () => desk.canvas.getByText('What we saw').click();
  const newLine = async () => {
    await desk.canvas.getByText('The end').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.press('Enter');
  };
  const settingOfPost = (button: RegExp) => async () => {
    await desk.openSettings('Post');
    await desk.settings.getByRole('button', { name: button }).click();
  };

  /** The views, and how users open them: each from the one before it, the first of a way from the item. */
  const ways: readonly Readonly<Record<string, () => Promise<unknown>>>[] = [
    {
      'an item': () => desk.button('Save').waitFor(),
      'a block that is chosen': onHeading,
      'the settings of a block': () => desk.openSettings('Block'),
      'the colours of a block': async () => {
        await desk.settings.getByRole('button', { name: /Color/ }).first().click();
        await byRole('listbox', { name: 'Custom color picker' }).waitFor();
      },
    },
    {
      'the settings of the item': () => desk.openSettings('Post'),
      'the revisions': async () => {
        await settingOfPost(/^Open revisions screen/)();
        await byRole('slider', { name: 'Revision' }).waitFor();
        await byRole('option').first().waitFor();
      },
    },
    { 'the statuses': settingOfPost(/^Change status/) },
    { 'the dates': settingOfPost(/^Change date/) },
    {
      'the blocks to insert': async () => {
        await byRole('button', { name: 'Block Inserter' }).click();
        await tabOfInserter('Blocks');
      },
      'the patterns to insert': () => tabOfInserter('Patterns'),
      'the media to insert': () => tabOfInserter('Media'),
    },
    {
      'the blocks to insert by a command': async () => {
        await newLine();
        const option = byRole('option', { name: 'Image' });
        await desk.page.keyboard.type('/');
        // What is typed while the editor is still asking for its blocks opens nothing; a user types it again.
        await option.waitFor({ timeout: 5000 }).catch(async () => {
          await desk.page.keyboard.press('Backspace');
          await desk.page.keyboard.type('/');
          await option.waitFor();
        });
      },
      'the files to choose from': async () => {
        await desk.page.keyboard.press('Backspace');
        await desk.block('Image');
        await desk.canvas.getByRole('button', { name: 'Media Library' }).click();
        await byRole('dialog').waitFor();
      },
    },
    { 'the overview': () => byRole('button', { name: 'Document Overview' }).click() },
    {
      'the menu of the editor': () => desk.button('Options').first().click(),
      'the preferences': async () => {
        await byRole('menuitem', { name: 'Preferences' }).click();
        await byRole('dialog', { name: 'Preferences' }).waitFor();
      },
    },
    {
      'the menu of a block': async () => {
        await onHeading();
        await desk.openBlockMenu();
        await byRole('menuitem', { name: 'Edit as HTML' }).waitFor();
      },
      'the markup of a block': async () => {
        await byRole('menuitem', { name: 'Edit as HTML' }).click();
        await desk.canvas.getByRole('textbox', { name: 'HTML' }).waitFor();
      },
    },
    {
      'the last look before something is published': async () => {
        await desk.page.goto(`${site.url}/editor`);
        await byRole('button', { name: 'Add post' }).click();
        await desk.title('Another day');
        await desk.button('Publish').click();
        await desk.publishing.getByRole('button', { name: 'Publish', exact: true }).waitFor();
      },
    },
    {
      'the markup of the item': async () => {
        await desk.page.keyboard.press('Control+Shift+Alt+M');
        const box = byRole('textbox', { name: 'Type text or HTML' });
        await box.waitFor();
        expect(await box.inputValue()).to.include('<!-- wp:code -->');
      },
    },
  ];

  /** The view that is shown. */
  let shown: string | undefined;

  /** Shows a view of a way: from the view before it where that is shown, and else from the start of the way. */
  const show = async (way: (typeof ways)[number], view: string) => {
    const views = Object.keys(way);
    const at = views.indexOf(view);
    if (at > 0 && shown !== views[at - 1]) await show(way, views[at - 1]!);
    shown = undefined;
    if (at === 0) await open();
    await way[view]!();
    shown = view;
  };

  for (const width of [1280, 390]) {
    describe(`${width} pixels wide`, () => {
      before(async () => {
        await desk.page.setViewportSize({ width, height: 800 });
        shown = undefined;
      });
      // A user who leaves the code editor with unsaved markup finds that markup again.
      after(async () => {
        const exit = desk.button('Exit code editor');
        if (await exit.isVisible()) await exit.click();
        await desk.canvas.getByText('What we saw').waitFor();
      });

      for (const [way, view] of ways.flatMap((way) => Object.keys(way).map((view) => [way, view] as const))) {
        it(`is accessible in ${view}, and cuts nothing off`, async () => {
          await show(way, view);
          await takePicture(desk.page, `editor-${width}-${view.replaceAll(' ', '-')}`);
          expect(await graveBarriers(desk.page, KNOWN_BARRIERS, (barrier) => void met.add(barrier))).to.deep.equal([]);
          const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect(await desk.page.evaluate(overflow)).to.equal(0);
        });
      }
    });
  }

  it('offers no pictures of other sites, which its page may not reach', async () => {
    await open();
    await byRole('button', { name: 'Block Inserter' }).click();
    await tabOfInserter('Media');
    await byRole('button', { name: 'Attached images' }).or(desk.page.getByText('Attached images')).first().waitFor();
    expect(await desk.page.getByText('Openverse').count()).to.equal(0);
  });

  describe('looked at', () => {
    for (const barrier of KNOWN_BARRIERS) {
      it(`still shows of ${barrier.reason}`, () => expect(met.has(barrier)).to.equal(true));
    }

    it('leaves no error in the console', () => expect(reader.errors).to.deep.equal([]));
  });
}).timeout(120_000);
