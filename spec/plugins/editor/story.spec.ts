import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { startedSite } from '../../clients/support/started-site.ts';
import { describeEditor, signIn, textOf } from './chromium.ts';
import { Desk } from './desk.ts';

describeEditor('the block editor, in Chromium', (reader) => {
  const site = startedSite();
  let page: Page;
  let desk: Desk;
  let address = '';

  before(async () => {
    page = await reader.context.newPage();
    desk = new Desk(page);
  });

  /** The text that the page at an address shows. */
  const shown = async (url: string): Promise<string> => {
    const visitor = await reader.context.newPage();
    await visitor.goto(url);
    return textOf(visitor.locator('main')).finally(() => visitor.close());
  };
  const list = async () => {
    await page.goto(`${site.url}/editor`);
    return textOf(page.locator('tbody'));
  };

  it('is reached by signing in, and lists what there is', async () => {
    await signIn(page, `${site.url}/editor`, site.admin);
    expect(await textOf(page.getByRole('heading', { level: 1 }))).to.equal('Posts');
    expect(await textOf(page.locator('tbody'))).to.include('Hello world!');
  });

  it('begins an item, which is written with blocks', async () => {
    await page.getByRole('button', { name: 'Add post' }).click();
    await desk.title('A day at the lake');
    await desk.line('The water was cold.');
    await desk.block('Heading');
    await desk.line('What we saw');
    await desk.line('- Herons');
    await desk.line('Reeds');
    await page.keyboard.press('Enter');
    expect(await desk.canvas.locator('ul li').allInnerTexts()).to.deep.equal(['Herons', 'Reeds']);
  });

  it('takes a picture into it', async () => {
    const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#28a' } })
      .png()
      .toBuffer();
    await desk.block('Image');
    const choosing = page.waitForEvent('filechooser');
    await desk.canvas.getByRole('button', { name: 'Upload' }).click();
    await (await choosing).setFiles({ name: 'lake.png', mimeType: 'image/png', buffer: picture });
    await desk.canvas.locator('figure img[src*="/uploads/"][src$="lake.png"]').waitFor();
  });

  it('sets terms, new ones too', async () => {
    await desk.panel('Categories');
    await page.getByRole('button', { name: 'Add category' }).click();
    await page.getByRole('textbox', { name: 'Name of the new category' }).fill('Outings');
    await desk.settings.getByRole('button', { name: 'Add category' }).last().click();
    await expectChecked('Outings');
    await desk.panel('Tags');
    await page.getByRole('combobox', { name: 'Add tag' }).fill('lake');
    await page.keyboard.press('Enter');
    await desk.settings.getByText('lake', { exact: true }).waitFor();
  });
  const expectChecked = (name: string) => page.getByRole('checkbox', { name, checked: true }).waitFor();

  it('saves a draft, which is there again when it is opened anew', async () => {
    await desk.saveDraft();
    expect(await list()).to.match(/A day at the lake\s+admin\s+Draft/);
    await page.getByRole('link', { name: 'A day at the lake' }).click();
    await desk.canvas.getByText('The water was cold.').waitFor();
    await desk.panel('Categories');
    await expectChecked('Outings');
  });

  it('shows a draft to its writer before it is published, and to no one else', async () => {
    const preview = await desk.preview();
    expect(await textOf(preview.locator('main'))).to.include('The water was cold.');
    expect((await fetch(preview.url())).status).to.equal(404);
    await preview.close();
  });

  it('publishes, and the public page shows the item', async () => {
    await desk.publish();
    await desk.publishing.getByText('is now live').waitFor();
    address = (await desk.publishing.getByRole('link', { name: 'View post' }).getAttribute('href'))!;
    await desk.publishing.getByRole('button', { name: 'Close panel' }).click();
    const text = await shown(address);
    for (const part of ['A day at the lake', 'The water was cold.', 'What we saw', 'Herons', 'Outings', 'lake']) {
      expect(text).to.include(part);
    }
    const source = await (await fetch(address)).text();
    const [, picture = ''] = /<figure[^>]*>\s*<img [^>]*src="([^"]+)"/.exec(source) ?? [];
    expect((await fetch(picture)).headers.get('content-type')).to.equal('image/png');
  });

  it('stores changes to a published item beside it, for a preview', async () => {
    await desk.append('The water was cold.', ' And deep.');
    const preview = await desk.preview();
    expect(await textOf(preview.locator('main'))).to.include('And deep.');
    await preview.close();
    expect(await shown(address)).not.to.include('And deep.');
    await desk.save();
    expect(await shown(address)).to.include('And deep.');
  });

  it('restores a revision', async () => {
    await desk.panel();
    await desk.settings.getByRole('button', { name: /^Open revisions screen/ }).click();
    await page.getByRole('slider', { name: 'Revision' }).press('Home');
    await desk.canvas.getByText('The water was cold.', { exact: true }).waitFor();
    const restored = desk.saved();
    await desk.button('Restore').click();
    await restored;
    expect(await shown(address)).not.to.include('And deep.');
  });

  it('schedules for another day', async () => {
    await page.goto(`${site.url}/editor`);
    await page.getByRole('button', { name: 'Add post' }).click();
    await desk.title('A plan');
    await desk.line('Next year, again.');
    await desk.panel();
    await desk.settings.getByRole('button', { name: /^Change date/ }).click();
    const year = page.getByRole('spinbutton', { name: 'Year' });
    await year.fill(String(new Date().getFullYear() + 1));
    await year.press('Tab');
    await page.keyboard.press('Escape');
    await desk.button('Schedule').click();
    await desk.publishing.getByRole('button', { name: 'Schedule', exact: true }).click();
    await desk.publishing.getByText('is now scheduled').waitFor();
    expect(await list()).to.match(/A plan\s+admin\s+Scheduled/);
  });

  it('leaves no error in the console', () => {
    expect(reader.errors).to.deep.equal([]);
  });
}).timeout(120_000);
