import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { PluginManager } from '../../../host/index.ts';
import { graveBarriers } from '../../support/axe.ts';
import { describeInChromium, type Visit } from '../../support/chromium.ts';
import { ExplorerSite } from './explorer-site.ts';

const SIZES = { 'a desk': { width: 1280, height: 900 }, 'a phone': { width: 390, height: 844 } };

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Whether the page is wider than its window, so that something of it is cut off. */
const isTooWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describeInChromium('the explorer in Chromium', (chromium) => {
  let site: ExplorerSite;
  let visit: Visit;
  before(async () => {
    site = await ExplorerSite.start(chromium);
  });
  after(() => site.close());
  afterEach(async () => {
    // The console also reports refused answers; there are no other errors.
    const complaints = visit.complaints.filter((text) => !text.startsWith('Failed to load resource'));
    await visit.page.context().close();
    expect(complaints).to.eql([]);
  });

  for (const [where, viewport] of Object.entries(SIZES)) {
    it(`finds a route, calls it and shows the hooks, on ${where} in light and in dark colours`, async () => {
      visit = await site.visit('manager', '/explorer', { viewport });
      const { page } = visit;
      const looksRight = async () => {
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await graveBarriers(page), colorScheme).to.eql([]);
          expect(await isTooWide(page), colorScheme).to.equal(false);
        }
      };
      await page.getByRole('link', { name: '/cms/v2/posts GET POST', exact: true }).waitFor();
      await looksRight();

      await page.keyboard.press('/');
      await page.keyboard.type('posts');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await heading(page, '/cms/v2/posts').waitFor();
      await page.getByText('Administrator, Editor, Author, Contributor').waitFor();
      expect(await page.getByText('You may: GET, POST.').isVisible()).to.equal(true);
      await looksRight();

      await page.getByLabel('per_page').fill('1');
      await page.keyboard.press('Control+Enter');
      await page.getByText('200 OK').waitFor();
      await heading(page, 'What ran').waitFor();
      expect(await page.getByRole('link', { name: 'determine_current_user' }).isVisible()).to.equal(true);
      expect(new URL(page.url()).searchParams.get('query')).to.equal('per_page=1');
      for (const text of [/^\d+ headers$/, /^Who set \d+ fields$/, /^\d+ statements in/]) {
        await page.locator('summary', { hasText: text }).click();
      }
      expect(await page.getByText('changed by shouting in the_title').isVisible()).to.equal(true);
      await looksRight();

      // A link of the answer leads on, and back again to the same answer.
      await page.locator('.json a[href*="/cms/v2/posts/1"]').first().click();
      await heading(page, '/cms/v2/posts/{id}').waitFor();
      await heading(page, 'What ran').waitFor();
      expect(await page.getByText('"HELLO WORLD"').first().isVisible()).to.equal(true);
      await page.goBack();
      await heading(page, '/cms/v2/posts').waitFor();
      await page.getByText('200 OK').waitFor();

      await page.getByRole('link', { name: 'Hooks', exact: true }).click();
      await page.getByLabel('Search hooks').fill('the_title');
      await page.getByRole('link', { name: /^the_title \d+ taps$/ }).click();
      await page.getByRole('link', { name: 'shouting' }).click();
      await page.getByText('Writes titles in capitals.').waitFor();
      await looksRight();
    });
  }

  it('asks before it sends what writes', async () => {
    visit = await site.visit('manager', '/explorer?method=POST&path=/cms/v2/posts');
    const { page } = visit;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postData() ?? '');
    });
    await page.getByLabel('title object').fill('Made here');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(sent).to.eql([]);
    await page.getByRole('button', { name: 'Send POST' }).click();
    expect(await graveBarriers(page)).to.eql([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Send POST' }).click();
    await page.getByText('201 Created').waitFor();
    expect(sent.map((body) => JSON.parse(body))).to.eql([{ title: 'Made here' }]);
    await page.getByRole('link', { name: 'title_save_pre', exact: true }).waitFor();
  });

  it('fills a form from a shared address, and sends nothing by itself', async () => {
    visit = await site.visit('manager', '/explorer?method=GET&path=/cms/v2/posts/1&query=context=edit%26_embed=');
    const { page } = visit;
    await heading(page, '/cms/v2/posts/{id}').waitFor();
    expect(await page.getByLabel('id integer').inputValue()).to.equal('1');
    expect(await page.getByLabel('context').inputValue()).to.equal('edit');
    expect(await page.getByLabel('More of the query').inputValue()).to.equal('_embed=');
    expect(await heading(page, 'Answer').count()).to.equal(0);
  });

  it('calls anonymously, without a cookie', async () => {
    visit = await site.visit('manager', '/explorer?method=GET&path=/cms/v2/users/me');
    const { page } = visit;
    await page.getByLabel('As', { exact: true }).selectOption('Nobody');
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.getByText('401 Unauthorized').waitFor();
  });

  it('shows hostile texts of answers as texts', async () => {
    visit = await site.visit('manager', '/explorer?method=GET&path=/cms/v2/posts/1');
    const { page } = visit;
    const text = '<img src=x onerror="document.title=1"> javascript:alert(1)';
    await page.route('**/cms-json/cms/v2/posts/1', (route) =>
      route.fulfill({
        json: { text, link: 'javascript:alert(1)', list: ['</script><script>document.title=1</script>'] },
      }),
    );
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.getByText('onerror').waitFor();
    expect(await page.locator('.json :is(img, script, a)').count()).to.equal(0);
  });

  it('shows without a reload that a plugin was switched off', async () => {
    visit = await site.visit('manager', '/explorer?plugin=jsonp');
    const { page } = visit;
    await page.locator('dd', { hasText: /^active$/ }).waitFor();
    await site.host.generation.services.get('spec', PluginManager).deactivate('jsonp');
    await page.locator('dd', { hasText: /^inactive$/ }).waitFor();
    await page.getByText('Generation 2').waitFor();
  });

  it('shows to a subscriber routes and nothing from inside', async () => {
    visit = await site.visit('reader', '/explorer?hook=the_title');
    const { page } = visit;
    await page.getByText('There is none, or you may not see it.').waitFor();
    await page.getByRole('link', { name: 'Routes', exact: true }).click();
    await page.getByRole('link', { name: '/cms/v2/posts GET POST', exact: true }).click();
    await page.getByText('You may: GET.').waitFor();
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.getByText('200 OK').waitFor();
    expect(await page.getByRole('link', { name: 'Hooks', exact: true }).count()).to.equal(0);
    expect(await heading(page, 'What ran').count()).to.equal(0);
  });
}).timeout(120_000);
