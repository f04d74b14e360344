import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { graveBarriers } from '../../support/axe.ts';
import { describeInChromium, takePicture } from '../../support/chromium.ts';
import { ThemeSite } from './theme-site.ts';

const WIDTHS = [1280, 390];

const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="1600" height="600"%3E%3Crect width="1600" height="600" fill="teal"/%3E%3C/svg%3E';
const CONTENT = `<!-- wp:paragraph --><p>The first boats come in <em>before</em> the sun does, and by seven the quay smells of salt, diesel and bread. <a href="/about/">Who we are</a> is told elsewhere.</p><!-- /wp:paragraph -->
<!-- wp:heading --><h2>What was sold</h2><!-- /wp:heading -->
<!-- wp:table --><figure class="wp-block-table"><table><thead><tr><th>Fish</th><th>Boxes</th><th>Price a kilogram, before tax</th><th>Sold to</th></tr></thead><tbody><tr><td>Herring</td><td>120</td><td>1.80</td><td>Smokehouse at the mole</td></tr></tbody></table></figure><!-- /wp:table -->
<!-- wp:image --><figure class="wp-block-image"><img src='${PICTURE}' alt="A teal field"/><figcaption>The harbour at six.</figcaption></figure><!-- /wp:image -->
<!-- wp:code --><pre class="wp-block-code"><code>const harbour = await fetch('https://harbour.example/cms-json/cms/v2/posts?per_page=100&amp;_embed=author,cms:term');</code></pre><!-- /wp:code -->
<!-- wp:quote --><blockquote><p>Nobody counts the gulls.</p></blockquote><!-- /wp:quote -->
<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/prices/">All prices</a></div><!-- /wp:button --><!-- wp:button --><div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="/boats/">All boats</a></div><!-- /wp:button --></div><!-- /wp:buttons -->`;

describeInChromium('the story of a visitor, in Chromium', (chromium) => {
  let site: ThemeSite;
  /** The messages of the console about the current page. */
  let complaints: string[] = [];
  /** The messages about all pages. */
  const messages: string[][] = [];

  before(async () => {
    site = await ThemeSite.start();
    await site.options.set('blogname', 'Harbour Notes');
    await site.options.set('blogdescription', 'What the boats bring in');
    await site.options.set('comment_previously_approved', 0);
    await site.options.set('posts_per_page', 3);
    const author = await site.users.create({ login: 'ines', email: 'ines@example.org', displayName: 'Inês Morgado' });
    await site.users.update(author.id, { roles: ['author'], description: 'Writes about boats.' });
    const tag = await site.terms.create('post_tag', 'Herring', {});
    const titles = [
      'A quiet week',
      'Nets, mended',
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      'Ice',
      'Morning at the harbour',
    ];
    for (const [at, title] of titles.entries()) {
      const post = await site.publish({
        title,
        content: CONTENT,
        author: author.id,
        date: `2026-01-0${at + 1} 06:00:00`,
      });
      await site.terms.setObjectTerms(post.id, 'post_tag', [tag.id]);
      let parent = 0;
      for (const depth of at === 4 ? [1, 2, 3, 4, 5, 6] : []) {
        const said = {
          authorName: `Reader ${depth}`,
          authorEmail: 'r@example.org',
          content: `Answer of depth ${depth}, in a sentence that takes more than one line on a phone.`,
        };
        ({ id: parent } = await site.comments.insert({ ...said, post: post.id, parent, approved: '1' }));
      }
    }
    for (const title of ['About', 'Boats', 'Contact and opening hours', 'Prices']) {
      await site.publish({ type: 'page', title, content: 'Ask at the quay.', commentStatus: 'closed' });
    }
    await site.publish({ title: 'For the crew', content: 'Secret', password: 'rope', date: '2025-12-01 06:00:00' });
  });
  after(async () => {
    await site?.close();
  });

  async function open(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const visit = await chromium.visit({ viewport: { width, height: 900 }, colorScheme });
    complaints = visit.complaints;
    messages.push(complaints);
    return visit.page;
  }

  // The browser itself complains about the status of a refusal; the story removes that message.

  /** Checks a page: no element overflows, and there are no accessibility errors. */
  async function look(page: Page, name: string): Promise<void> {
    const { width } = page.viewportSize()!;
    await takePicture(page, `${name}-${width}`, { fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} at ${width}`).to.be.at.most(width);
    expect(await graveBarriers(page), `${name} at ${width}`).to.eql([]);
  }

  for (const width of WIDTHS) {
    it(`goes from home to a post, comments and searches, ${width} pixels wide`, async () => {
      const page = await open(width);
      await page.goto(`${site.url}/`);
      await look(page, 'home');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).to.equal('Skip to content');
      await page.getByRole('link', { name: 'Older' }).click();
      await look(page, 'older');
      await page.getByRole('link', { name: 'Newer' }).click();

      await page.getByRole('link', { name: 'Morning at the harbour' }).click();
      await look(page, 'post');
      await page.getByRole('link', { name: 'Reply to Reader 2' }).click();
      await page.getByRole('textbox', { name: 'Comment' }).fill(`Well said, seen ${width} wide.`);
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
      await page.getByRole('textbox', { name: 'Email' }).fill(`ada${width}@example.org`);
      await page.getByRole('button', { name: 'Post comment' }).click();
      expect(await page.locator('.comment', { hasText: `Well said, seen ${width} wide.` }).count()).to.equal(1);

      await page.getByRole('textbox', { name: 'Comment' }).fill('And again, too soon.');
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
      await page.getByRole('textbox', { name: 'Email' }).fill(`ada${width}@example.org`);
      await page.getByRole('button', { name: 'Post comment' }).click();
      expect(await page.getByRole('alert').textContent()).to.equal('You are commenting too fast.');
      expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).to.equal('And again, too soon.');
      await look(page, 'refused');
      complaints.splice(
        complaints.findIndex((text) => text.includes('400')),
        1,
      );
      await site.comments.delete((await site.comments.query({ search: 'Well said' })).comments[0]!.id);

      await page.getByRole('searchbox', { name: 'Search' }).fill('nets');
      await page.getByRole('button', { name: 'Search' }).click();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).to.equal('Search: nets');
      await look(page, 'search');
      await page.close();
    });

    it(`sees archives, pages, what is locked and what is not there, ${width} pixels wide`, async () => {
      const page = await open(width);
      for (const [name, path] of Object.entries({
        tag: '/tag/herring/',
        author: '/author/ines/',
        month: '/2026/01/',
        page: '/about/',
      })) {
        await page.goto(site.url + path);
        await look(page, name);
      }
      await page.goto(`${site.url}/2025/12/01/for-the-crew/`);
      await look(page, 'locked');
      await page.getByLabel('Password').fill('rope');
      await page.getByRole('button', { name: 'Show' }).click();
      expect(await page.locator('.entry-content').textContent()).to.include('Secret');
      expect(complaints).to.eql([]);
      await page.goto(`${site.url}/nowhere/`);
      await look(page, 'nowhere');
      complaints.splice(
        complaints.findIndex((text) => text.includes('404')),
        1,
      );
      await page.close();
    });
  }

  it('shows blocks as they were set in the editor', async () => {
    const { id } = await site.publish({
      title: 'Set',
      content: `<p class="has-vivid-red-color has-text-color has-x-large-font-size">Red</p>
<p class="has-text-align-center has-pale-pink-background-color has-background">Pink</p>
<div class="wp-block-columns"><div class="wp-block-column"><p>One</p></div><div class="wp-block-column"><p>Two</p></div></div>`,
    });
    const page = await open(1280);
    await page.goto(`${site.url}/?p=${id}`);
    await look(page, 'blocks');
    const styleOf = (text: string, property: string) =>
      page.evaluate(`getComputedStyle([...document.querySelectorAll("main p")].find(
        (one) => one.textContent === "${text}")).${property}`);
    expect(await styleOf('Red', 'color')).to.equal('rgb(207, 46, 46)');
    expect(await styleOf('Red', 'fontSize')).to.equal('42px');
    expect(await styleOf('Pink', 'backgroundColor')).to.equal('rgb(247, 141, 167)');
    expect(await styleOf('Pink', 'textAlign')).to.equal('center');
    const [one, two] = [await page.getByText('One').boundingBox(), await page.getByText('Two').boundingBox()];
    expect(two!.y).to.equal(one!.y);
    expect(two!.x).to.be.greaterThan(one!.x + one!.width);
    await page.close();
  });

  it('distinguishes buttons from links', async () => {
    const page = await open(390);
    await page.goto(`${site.url}/2026/01/05/morning-at-the-harbour/`);
    const look = 'getComputedStyle(document.querySelector(".wp-block-button__link"))';
    expect(await page.evaluate(`${look}.backgroundColor`)).to.equal('rgb(11, 79, 179)');
    expect(await page.evaluate(`${look}.color`)).to.equal('rgb(255, 255, 255)');
    await page.close();
  });

  it('has the contrast that it needs in the dark', async () => {
    const page = await open(390, 'dark');
    for (const path of ['/', '/2026/01/05/morning-at-the-harbour/']) {
      await page.goto(site.url + path);
      await look(page, path === '/' ? 'dark-home' : 'dark-post');
    }
    await page.close();
  });

  it('leaves nothing in the console', () => {
    expect(messages.flat()).to.eql([]);
  });
}).timeout(120_000);
