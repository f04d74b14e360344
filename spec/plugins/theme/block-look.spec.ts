import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { BUILD_FOLDER } from '../../../plugins/editor/build.ts';
import { graveBarriers } from '../../support/axe.ts';
import { built } from '../../support/built.ts';
import { describeInChromium, takePicture } from '../../support/chromium.ts';
import { signIn } from '../editor/chromium.ts';
import { measureBlocks } from './block-measures.ts';
import { alignments, arrangements, earlier, galleries, type Picture, shortcodes } from './block-samples.ts';
import { ThemeSite } from './theme-site.ts';

const WIDTHS = [1280, 390];

/** Runs in a page before anything of it: gathers how far what is shown moves while it is loaded. */
const OBSERVE = `globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    globalThis.shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.nodeName + '.' + node?.className).join());
  }
}).observe({ type: 'layout-shift', buffered: true });`;

describeInChromium('the look of blocks on the built pages, in Chromium', (chromium) => {
  let site: ThemeSite;
  let folder: string;
  const ids: Record<string, number> = {};

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-look-'));
    site = await ThemeSite.start({ options: { media: { folder }, editor: { folder: BUILD_FOLDER } } });
    const { id: author } = await site.users.create({
      login: 'ines',
      email: 'ines@example.org',
      password: 'password of ines',
      roles: ['administrator'],
    });
    const pictures: Picture[] = [];
    for (const [at, [width, height]] of [
      [1600, 900],
      [900, 1400],
      [1200, 1200],
      [1600, 600],
      [700, 900],
    ].entries()) {
      pictures.push(
        await upload(author, `field-${at}`, width!, height!, ['#28a', '#a52', '#5a2', '#a28', '#882'][at]!),
      );
    }
    for (const [name, content] of Object.entries({
      alignments: alignments(pictures),
      galleries: galleries(pictures),
      arrangements: arrangements(pictures),
      shortcodes: shortcodes(pictures),
      earlier,
    })) {
      ids[name] = (await site.publish({ title: `All ${name}`, content, author })).id;
      await site.meta.set('post', ids[name]!, '_thumbnail_id', pictures[2]!.id);
    }
  });
  after(async () => {
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function upload(user: number, name: string, width: number, height: number, color: string): Promise<Picture> {
    const body = await sharp({ create: { width, height, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
    const context = new built.RequestContext({
      user: (await site.host.generation.services.get('spec', built.UserLoader).load(user))!,
    });
    const headers = { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}.jpg"` };
    const { data, status } = await site.host.dispatch(
      new built.RestRequest('POST', '/cms/v2/media', { body, headers, context }),
    );
    expect(status).to.equal(201);
    const { id, source_url } = data as { id: number; source_url: string };
    return { id, url: source_url.replace(/^https?:\/\/[^/]+/, site.url) };
  }

  async function open(width: number, name: string): Promise<Page> {
    const { page } = await chromium.visit({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.addInitScript(OBSERVE);
    // Pictures come late, as over a network: what stands below them would move if their places were not kept.
    await page.route(/\.jpe?g$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    await page.goto(`${site.url}/?p=${ids[name]}`, { waitUntil: 'networkidle' });
    return page;
  }

  it('would be seen to move', async () => {
    const page = await open(1280, 'alignments');
    await page.evaluate(
      `document.querySelector('main').prepend(Object.assign(document.createElement('p'), { textContent: 'Late' }))`,
    );
    await page.waitForFunction('globalThis.shifts.length > 0', undefined, { timeout: 5000 });
    await page.context().close();
  });

  for (const width of WIDTHS) {
    for (const name of ['alignments', 'galleries', 'arrangements', 'shortcodes']) {
      it(`moves nothing while ${name} are loaded, ${width} pixels wide`, async () => {
        const page = await open(width, name);
        // What is loaded only when it comes near is loaded on the way to the end.
        await page.evaluate(`(async () => {
          for (let top = 0; top < document.documentElement.scrollHeight; top += 300) {
            scrollTo(0, top);
            await new Promise((resolve) => setTimeout(resolve, 60));
          }
        })()`);
        await page.waitForLoadState('networkidle');
        await takePicture(page, `look-${name}-${width}`, { fullPage: true });
        expect(await page.evaluate('globalThis.shifts')).to.eql([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width);
        const unsized = `[...document.querySelectorAll('main img')].filter((one) => !(one.getAttribute('width') > 0 && one.getAttribute('height') > 0)).map((one) => one.outerHTML)`;
        expect(await page.evaluate(unsized)).to.eql([]);
        expect(await page.evaluate('document.querySelectorAll("main img").length')).to.be.greaterThan(0);
        await page.context().close();
      });
    }
  }

  for (const [width, columns] of [
    [1280, [3, 1, 9]],
    [390, [2, 1, 2]],
  ] as const) {
    it(`shows pictures of shortcodes as figures, in columns, to everybody, ${width} pixels wide`, async () => {
      const page = await open(width, 'shortcodes');
      expect(await graveBarriers(page)).to.eql([]);
      const counted = `[...document.querySelectorAll('.gallery')].map((one) =>
        new Set([...one.querySelectorAll('figure.gallery-item')].map((item) => item.getBoundingClientRect().left)).size)`;
      // There are five pictures.
      expect(await page.evaluate(counted)).to.eql(columns.map((most) => Math.min(most, 5)));
      expect(await page.evaluate(`document.querySelectorAll('figure.cms-caption > figcaption').length`)).to.equal(4);
      expect(
        await page.evaluate(`document.querySelectorAll('.entry-content style, .entry-content br').length`),
      ).to.equal(0);
      await page.context().close();
    });
  }

  it('shows what earlier editors stored so that it can be read', async () => {
    const page = await open(1280, 'earlier');
    expect(await graveBarriers(page)).to.eql([]);
    const above = `(() => {
      document.querySelector('.wp-block-cover-text').scrollIntoView();
      const { left, top, width, height } = document.querySelector('.wp-block-cover-text').getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2).closest('.wp-block-cover-text') !== null;
    })()`;
    expect(await page.evaluate(above)).to.equal(true);
    const colors = `['.wp-block-cover', '.has-very-light-gray-color'].map((one) => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector(one));
      return color + ' on ' + backgroundColor;
    })`;
    expect(await page.evaluate(colors)).to.eql([
      'rgb(255, 255, 255) on rgb(0, 0, 0)',
      'rgb(238, 238, 238) on rgb(160, 32, 32)',
    ]);
    await page.context().close();
  });

  it('leaves shortcodes in answers of the interface as clients know them', async () => {
    const { data } = await site.host.dispatch(`/cms/v2/posts/${ids.shortcodes}`);
    const { rendered } = (data as { content: { rendered: string } }).content;
    expect(rendered).to.include("<dl class='gallery-item'>").and.include('<p id="caption-attachment-');
    expect(rendered).to.not.include('<figure');
  });

  describe('beside the canvas of the editor', () => {
    const [PAGE, CANVAS] = ['.entry-content', '.is-root-container'];
    const username = 'ines';

    for (const width of WIDTHS) {
      it(`is as the editor shows them, ${width} pixels wide`, async function () {
        if (!existsSync(join(BUILD_FOLDER, 'manifest.json'))) this.skip();
        // The canvas is as high as the window, and what is below is not loaded.
        const { page: desk } = await chromium.visit({ viewport: { width, height: 5000 } });
        await signIn(desk, `${site.url}/editor`, { username, password: 'password of ines' });
        for (const name of ['galleries', 'arrangements']) {
          await desk.goto(`${site.url}/editor?post=${ids[name]}`);
          const canvas = desk.frameLocator('iframe[name="editor-canvas"]');
          const last = name === 'galleries' ? '.wp-block-gallery' : '[class*="-block-latest-posts__list"].is-grid time';
          await canvas.locator(last).nth(2).waitFor();
          await takePicture(desk, `canvas-${name}-${width}`);
          const page = await open(width, name);
          const [shown, edited]: Record<string, string | number>[] = [
            await page.evaluate(measuring(PAGE)),
            await desk.frame('editor-canvas')!.evaluate(measuring(CANVAS)),
          ];
          expect(Object.keys(shown!)).to.have.length.greaterThan(25).and.eql(Object.keys(edited!));
          const different = Object.entries(shown!).filter(([key, value]) => !isAlike(value, edited![key]!));
          expect(different.map(([key, value]) => `${name}, ${key}: ${value}, in the editor ${edited![key]}`)).to.eql(
            [],
          );
          await page.context().close();
        }
        await desk.context().close();
      });
    }
  });
}).timeout(120_000);

/** Measures in a document; what the compiler of the specs adds to functions has to be there too. */
const measuring = (selector: string) => `(globalThis.__name = (one) => one, (${measureBlocks})('${selector}'))`;

/** Whether two measures are equal, but for what a column of another width makes of a share. */
const isAlike = (one: string | number, other: string | number): boolean =>
  typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) < 0.02 : one === other;
