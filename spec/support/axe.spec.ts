import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { type Browser, chromium } from 'playwright-core';
import { graveBarriers } from './axe.ts';

const CHROMIUM = '/usr/bin/chromium';

describe('axe, in a page', () => {
  let browser: Browser;

  if (!existsSync(CHROMIUM)) {
    it(`skipped, for there is no ${CHROMIUM}: install Chromium`, function () {
      this.skip();
    });
    return;
  }

  before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  });
  after(() => browser.close());

  const barriersIn = async (body: string): Promise<string[]> => {
    const page = await browser.newPage();
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;
    await page.setContent(`<!doctype html><html lang="en"><head>${policy}<title>Page</title></head>${body}</html>`);
    return graveBarriers(page).finally(() => page.close());
  };

  it('names the elements that bar people, whatever policy the page has', async () => {
    const found = await barriersIn('<main><h1>Form</h1><input id="name"></main>');
    expect(found).to.have.length(1);
    expect(found[0]).to.match(/^label: .*#name$/);
  });

  it('finds nothing where nobody is barred', async () => {
    expect(await barriersIn('<main><h1>Form</h1><label>Name <input id="name"></label></main>')).to.eql([]);
  });
}).timeout(60_000);
