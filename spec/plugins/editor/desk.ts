import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** How long a panel may take to open after a click, in milliseconds. */
const OPENING = 2000;

/** The block editor in a page, used by its visible texts. */
export class Desk {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Where the item is written: a document of its own. */
  get canvas(): FrameLocator {
    return this.page.frameLocator('iframe[name="editor-canvas"]');
  }

  get settings(): Locator {
    return this.page.getByRole('region', { name: 'Editor settings' });
  }

  get publishing(): Locator {
    return this.page.getByRole('region', { name: 'Editor publish' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async title(text: string): Promise<void> {
    await this.canvas.getByRole('textbox', { name: 'Add title' }).click();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** Writes a line and goes on to the next. */
  async line(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** Puts a block where the cursor is, by the slash command of its name. */
  async block(name: string): Promise<void> {
    await this.page.keyboard.type(`/${name.toLowerCase()}`);
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  /** Adds to the end of the paragraph that says something. */
  async append(paragraph: string, text: string): Promise<void> {
    await this.canvas.getByText(paragraph).click();
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(text);
    await this.canvas.getByText(paragraph + text).waitFor();
  }

  /** Opens a panel of the sidebar of the item. */
  async panel(name?: string): Promise<void> {
    await this.settings.getByRole('tab', { name: 'Post' }).click();
    if (name === undefined) return;
    const head = this.settings.getByRole('button', { name, exact: true });
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
  }

  async saveDraft(): Promise<void> {
    await this.button('Save draft').click();
    await this.button('Saved').waitFor();
  }

  /** Publishes a draft. The click that opens the panel is lost where an autosave has begun meanwhile. */
  async publish(): Promise<void> {
    const confirm = this.publishing.getByRole('button', { name: 'Publish', exact: true });
    await until(async () => {
      await this.button('Publish').click();
      return confirm.waitFor({ timeout: OPENING }).then(
        () => true,
        () => false,
      );
    });
    await confirm.click();
  }

  /** Opens the sidebar, which is closed at first on small screens. */
  async openSettings(tab: 'Post' | 'Block'): Promise<void> {
    const button = this.button('Settings');
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    await this.settings.getByRole('tab', { name: tab }).click();
  }

  /** Chooses from the menu of the whole editor. */
  async choose(item: string): Promise<void> {
    await this.button('Options').first().click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Opens the menu of the block that holds the cursor. */
  openBlockMenu(): Promise<void> {
    return this.page.getByRole('toolbar').getByRole('button', { name: 'Options' }).click();
  }

  /** Waits until the item, not its autosave, has been stored. */
  saved(): Promise<unknown> {
    return this.page.waitForResponse(
      (answer) => answer.request().headers()['x-http-method-override'] === 'PUT' && /\/posts\/\d+\?/.test(answer.url()),
    );
  }

  /** Saves a published item. */
  async save(): Promise<void> {
    const saved = this.saved();
    await this.button('Save').click();
    await saved;
  }

  /** Opens the preview in a page of its own. */
  async preview(): Promise<Page> {
    await this.button('View').click();
    const opened = this.page.context().waitForEvent('page');
    await this.page.getByRole('menuitem', { name: /^Preview/ }).click();
    const preview = await opened;
    await preview.waitForURL(/preview=true/);
    return preview;
  }
}
