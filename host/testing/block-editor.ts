import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { serviceToken } from '../../core/index.ts';
import { MissingForEditor, startBrowser } from './browser.ts';
import { settingsOf, type TestHost, type TestHostOptions, type TestPlugin, testHost } from './test-host.ts';
import type { RoleName } from './users.ts';

/** How an editor is opened. */
export interface EditorOptions {
  /** The role of the user who writes; an administrator when left out. */
  readonly as?: RoleName;
}

/** What the editor has stored. */
export interface SavedItem {
  readonly id: number;
  /** The content as it is stored, with the comments that name its blocks. */
  readonly content: string;
}

/**
 * The block editor in a browser, used by its visible texts, of a site with all plugins that come with the host and those that
 * are given. It needs playwright-core, Chromium and the built editor.
 */
export class BlockEditor {
  readonly #given: TestPlugin | readonly TestPlugin[] | TestHostOptions;
  readonly #role: RoleName;
  readonly #errors: string[] = [];
  #browser: Browser | undefined;
  #host: TestHost | undefined;
  #page: Page | undefined;
  #user = 0;

  constructor(
    given: TestPlugin | readonly TestPlugin[] | TestHostOptions,
    { as = 'administrator' }: EditorOptions = {},
  ) {
    this.#given = given;
    this.#role = as;
  }

  /**
   * Starts the site and the browser, signs the user in, and opens an empty draft.
   *
   * @throws {MissingForEditor} where something that it needs is not on this machine.
   */
  async start(): Promise<void> {
    this.#browser = await startBrowser();
    // The browser goes by the clock of the machine.
    this.#host = await testHost({ now: Date.now(), ...settingsOf(this.#given), whole: true });
    // The address of the site is part of its cookies.
    const url = await this.#host.listen();
    this.#user = this.#host.users[this.#role].id;
    const sessions = this.#host.generation.services.get('tappet/testing', serviceToken('sessions'));
    const client = { ip: '127.0.0.1', userAgent: 'tappet/testing' };
    const { cookies } = await sessions.create(this.#user, { remember: false }, client);
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
    this.#page = await context.newPage();
    this.#page.on('console', (message) => {
      const { url: source } = message.location();
      // What other sites hold, such as avatars, is out of reach.
      if (message.type() === 'error' && (source === '' || source.startsWith(url))) this.#errors.push(message.text());
    });
    this.#page.on('pageerror', (error) => this.#errors.push(String(error.stack)));
    await this.open();
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.#host?.close();
  }

  /** The site, with its fixtures, users and clock. */
  get host(): TestHost {
    return started(this.#host);
  }

  /** The page of the editor, for all that is not offered here. */
  get page(): Page {
    return started(this.#page);
  }

  /** The errors of the console so far, and of scripts. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Where the item is written: a document of its own. */
  get canvas(): FrameLocator {
    return this.page.frameLocator('iframe[name="editor-canvas"]');
  }

  /** The blocks of a type in the item, by its name: `events/upcoming`. */
  block(name: string): Locator {
    return this.canvas.locator(`[data-type="${name}"]`);
  }

  /**
   * Opens a stored item; an empty draft of a post when its id is left out. Returns its id.
   *
   * @throws {MissingForEditor} where the editor has not been built.
   */
  async open(id?: number): Promise<number> {
    const item = id ?? (await this.host.fixtures.post({ status: 'draft', content: '', author: this.#user })).id;
    const answer = await this.page.goto(`${await this.host.listen()}/editor/post.php?post=${item}&action=edit`);
    if (answer?.status() === 503) throw new MissingForEditor((await answer.text()).trim());
    await this.canvas.locator('.is-root-container').waitFor();
    return item;
  }

  /** Inserts a block at the end, found by its title in the list of those that may be inserted; it is chosen then. */
  async insert(title: string): Promise<void> {
    const inserter = this.page.getByRole('button', { name: 'Block Inserter', exact: true });
    await inserter.click();
    await this.page.getByRole('tab', { name: 'Blocks' }).click();
    await this.page.getByRole('searchbox').fill(title);
    await this.page.getByRole('option', { name: title, exact: true }).click();
    await inserter.click();
  }

  /** Sets an attribute of the chosen block by the label of its control in the sidebar. */
  async set(label: string, value: string | number | boolean): Promise<void> {
    // A panel of the sidebar may be called so too.
    const button = this.page.getByRole('button', { name: 'Settings', exact: true }).first();
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    const sidebar = this.page.getByRole('region', { name: 'Editor settings' });
    await sidebar.getByRole('tab', { name: 'Block' }).click();
    const control = sidebar.getByLabel(label, { exact: true });
    if (typeof value === 'boolean') await control.setChecked(value);
    else if ((await control.getAttribute('type')) === null && (await control.locator('option').count()) > 0) {
      await control.selectOption(String(value));
    } else {
      await control.fill(String(value));
      await control.press('Tab');
    }
  }

  /** Saves the item, and returns what is stored of it then. */
  async save(): Promise<SavedItem> {
    const stored = this.page.waitForResponse(
      (answer) => answer.request().headers()['x-http-method-override'] === 'PUT' && /\/\d+(?:\?|$)/.test(answer.url()),
    );
    await this.page.getByRole('button', { name: /^Save(?: draft)?$/ }).click();
    const answer = await stored;
    const { id, content, message } = await answer.json();
    if (!answer.ok()) throw new Error(`the item could not be saved: ${message}`);
    return { id, content: content.raw };
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new TypeError('the editor has not been started; use it within tests');
  return part;
}
