import { expect } from 'chai';
import { graveBarriers } from './axe.ts';
import { describeInChromium } from './chromium.ts';

describeInChromium('axe, in a page', (chromium) => {
  const barriersIn = async (body: string): Promise<string[]> => {
    const { page } = await chromium.visit();
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;
    await page.setContent(`<!doctype html><html lang="en"><head>${policy}<title>Page</title></head>${body}</html>`);
    return graveBarriers(page).finally(() => page.context().close());
  };

  it('names the elements with barriers, whatever content security policy the page has', async () => {
    const found = await barriersIn('<main><h1>Form</h1><input id="name"></main>');
    expect(found).to.have.length(1);
    expect(found[0]).to.match(/^label: .*#name$/);
  });

  it('finds nothing on a page without barriers', async () => {
    expect(await barriersIn('<main><h1>Form</h1><label>Name <input id="name"></label></main>')).to.eql([]);
  });
}).timeout(60_000);
