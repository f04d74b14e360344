import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Chromium, describeUnless, hindrance, takePicture } from '../support/chromium.ts';
import { wordpressHindrance } from '../support/wordpress/pieces.ts';
import { PASSWORD, startWordPress, type WordPressSite } from '../support/wordpress/site.ts';
import { type Beside, besidePhp } from './beside.ts';
import { send } from './send.ts';
import { makeWrites } from './writes.ts';

/** How many writes precede; `npm run compare:wordpress` makes as many as it compares. */
const WRITES = Number(process.env.WORDPRESS_WRITES ?? 69);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGNgYPiPBw1K6f//AZU+ZZvVU8jFAAAAAElFTkSuQmCC',
  'base64',
);

describeUnless(hindrance ?? wordpressHindrance, 'wp-admin after writes through Tappet', () => {
  const chromium = new Chromium();
  let wordpress: WordPressSite;
  let tappet: Beside;
  let page: Page;
  let complaints: string[];

  before(async function () {
    this.timeout(WRITES * 2_000 + 120_000);
    wordpress = await startWordPress();
    tappet = await besidePhp(wordpress, { write: true });
    const ids = new Map<string, number>();
    for (const write of makeWrites(WRITES)) await send(tappet, write, ids);
    await chromium.open();
    ({ page, complaints } = await chromium.visit({ viewport: { width: 1280, height: 900 } }));
    await page.goto(`${wordpress.url}/wp-login.php`);
    await page.fill('#user_login', 'admin');
    await page.fill('#user_pass', PASSWORD);
    await page.click('#wp-submit');
    await page.waitForSelector('#wpadminbar');
  });
  after(async () => {
    await chromium.close();
    await tappet?.close();
    await wordpress?.close();
  });

  const write = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { authorization: wordpress.authorization('admin'), ...headers }, body };
    return (await (await fetch(`${tappet.url}/wp-json/wp/v2/${path}`, init)).json()) as Record<string, unknown>;
  };
  const writeJson = (path: string, body: object) =>
    write(path, JSON.stringify(body), { 'content-type': 'application/json' });

  it('lists what was written', async function () {
    this.timeout(60_000);
    await writeJson('posts', { title: 'Written by Tappet', content: '<p>One</p>', status: 'publish' });
    await page.goto(`${wordpress.url}/wp-admin/edit.php`);
    const titles = await page.locator('.row-title').allTextContents();
    expect(titles).to.include('Written by Tappet');
    await takePicture(page, 'wp-admin-posts');
    for (const list of [
      'edit.php?post_type=page',
      'edit-comments.php',
      'edit-tags.php?taxonomy=category',
      'users.php',
    ]) {
      await page.goto(`${wordpress.url}/wp-admin/${list}`);
      expect(await page.locator('.wp-list-table tbody tr').count(), list).to.be.above(0);
    }
  });

  it('opens what was written in the block editor, and saves it', async function () {
    this.timeout(120_000);
    const content = '<!-- wp:paragraph -->\n<p>Of Tappet</p>\n<!-- /wp:paragraph -->';
    const { id } = await writeJson('posts', { title: 'To be edited', content, status: 'publish' });
    await page.goto(`${wordpress.url}/wp-admin/post.php?post=${id}&action=edit`);
    const welcome = page.getByRole('button', { name: 'Close dialog' }).or(page.getByLabel('Close dialog'));
    await page.waitForSelector('.editor-post-title__input, .wp-block-post-title');
    if (
      await welcome
        .first()
        .isVisible()
        .catch(() => false)
    )
      await welcome.first().click();
    await page.locator('.wp-block-paragraph, p.block-editor-rich-text__editable').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(', and of the block editor');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.waitForSelector('.components-snackbar__content');
    await takePicture(page, 'wp-admin-editor');
    const answer = await fetch(`${tappet.url}/wp-json/wp/v2/posts/${id}`);
    const { content: saved } = (await answer.json()) as { content: { rendered: string } };
    expect(saved.rendered).to.include('Of Tappet, and of the block editor');
  });

  it('shows files that were uploaded to Tappet, and Tappet those uploaded here', async function () {
    this.timeout(120_000);
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="of-tappet.png"' };
    const { id } = await write('media', new Uint8Array(PNG), headers);
    await page.goto(`${wordpress.url}/wp-admin/upload.php?mode=list`);
    expect(
      await page
        .locator(`#post-${id} img`)
        .first()
        .evaluate((image) => Number(Reflect.get(image, 'naturalWidth'))),
    ).to.equal(10);
    await takePicture(page, 'wp-admin-media');
    await page.goto(`${wordpress.url}/wp-admin/media-new.php?browser-uploader`);
    await page.setInputFiles('#async-upload', { name: 'of-php.png', mimeType: 'image/png', buffer: PNG });
    await page.click('#html-upload');
    await page.waitForURL(/upload\.php/);
    const list = (await (await fetch(`${tappet.url}/wp-json/wp/v2/media`)).json()) as { source_url: string }[];
    expect(list[0]!.source_url).to.match(/of-php\.png$/);
    expect((await fetch(list[0]!.source_url)).status).to.equal(200);
  });

  it('finds no fault in its pages', () => {
    expect(
      complaints.filter((complaint) => !/gravatar|ERR_NAME_NOT_RESOLVED|JQMIGRATE/i.test(complaint)),
    ).to.deep.equal([]);
  });
});
