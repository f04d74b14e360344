import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { UserLoader } from '../../../core/index.ts';
import { Shortcodes } from '../../../plugins/content-rendering/index.ts';
import { ListeningSite } from '../../support/listening-site.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serve.ts';
import { picture } from '../media/pictures.ts';
import { NAMED, THEME_PREVIEW, THEME_TEST } from './exports.ts';

interface Item {
  readonly id: number;
  readonly link: string;
  readonly status: string;
  readonly type: string;
  readonly slug: string;
  readonly password: string;
  readonly title: { readonly raw: string; readonly rendered: string };
  readonly content: { readonly raw: string; readonly rendered: string };
  readonly excerpt?: { readonly raw: string; readonly rendered: string };
}

const COMMENT = /<!--[\s\S]*?-->/g;
const TAG = /<[^<>]*>/g;

/** The words of a text that stay as they are when it is rendered: letters alone, none that a smiley or a shortcode is made of. */
const wordsOf = (markup: string): string[] =>
  markup
    .replace(COMMENT, ' ')
    .replace(/\[\/?[a-z_-]+[^\]]*\]/g, ' ')
    .replace(/:[a-z]+:/g, ' ')
    .replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/gi, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(TAG, ' ')
    .replace(/&[#\w]+;/g, ' ')
    .match(/(?<![\w&:;-])[A-Za-z]{4,}(?![\w-])/g) ?? [];

/** Markup without what shows markup as a text. */
const withoutCode = (markup: string): string =>
  markup.replace(/<(code|pre|script|style|textarea)\b[\s\S]*?<\/\1>/gi, ' ');

/** The addresses of the attachments of an export. */
const attachmentsOf = (text: string): string[] =>
  [...text.matchAll(/<wp:attachment_url>(?:<!\[CDATA\[)?\s*([^\s<\]]+)/g)].map(([, address]) => address!);

/** An export whose files are at the address of a server. */
function withFilesAt(text: string, url: string): string {
  const origins = new Set(attachmentsOf(text).map((address) => new URL(address).host));
  return [...origins].reduce((moved, host) => moved.replaceAll(new RegExp(`https?://${host}(?=/)`, 'g'), url), text);
}

const extensionOf = (address: string): string => address.split('.').at(-1) ?? '';

/** A site whose content a spec imports. */
class ImportSite extends ListeningSite {
  static start(alsoHosts: string[], folder: string): Promise<ImportSite> {
    const options = { 'public-web': { alsoHosts }, media: { folder } };
    return ListeningSite.listening((host, url) => new ImportSite(host, url), {
      plugins: { disabled: ['default-content'] },
      options,
    });
  }
}

if (NAMED.length === 0) it('every item of the exports that WXR_FILES names');

for (const [path, count] of [
  [THEME_TEST, 110],
  [THEME_PREVIEW, 7],
  ...NAMED.map((file) => [file, 1] as const),
] as const) {
  const file = basename(path);
  describe(`every item of ${file}`, () => {
    let site: ImportSite;
    let other: OtherSite;
    let folder: string;
    const items: Item[] = [];
    const comments: Pick<Item, 'id' | 'content'>[] = [];
    /** The addresses of the pictures among the attachments. */
    let attached: ReadonlySet<string>;

    before(async function () {
      this.timeout(180_000);
      folder = await mkdtemp(join(tmpdir(), 'tappet-rendered-'));
      const pictures = new Map([
        ['jpg', await picture(400, 300)],
        ['jpeg', await picture(400, 300)],
        ['gif', await picture(40, 30, 'gif')],
        ['png', await picture(400, 300, 'png')],
      ]);
      // Films, sounds and documents are missing here.
      other = await startOtherSite((request, response) => {
        const bytes = pictures.get(extensionOf(request.url ?? ''));
        response.writeHead(bytes === undefined ? 404 : 200).end(bytes ?? '');
      });
      site = await ImportSite.start([other.host], join(folder, 'files'));
      const user = await site.users.create({ login: 'admin', email: 'a@example.org', roles: ['administrator'] });
      const source = join(folder, file);
      const text = withFilesAt(await readFile(path, 'utf8'), other.url);
      await writeFile(source, text);
      const [there, missing] = [[], []] as [string[], string[]];
      for (const address of attachmentsOf(text)) (pictures.has(extensionOf(address)) ? there : missing).push(address);
      attached = new Set(there);
      const flags = { authors: 'create', fetch_attachments: true };
      const failure = await runCommand(site.host.generation, 'import', { source }, flags).catch((error) => error);
      const expected = `${missing.length} files could not be fetched; run the command again to fetch these alone`;
      expect(failure instanceof Error ? failure.message : '').to.equal(missing.length === 0 ? '' : expected);
      const admin = (await site.service(UserLoader).load(user.id))!;
      for (const [route, status] of Object.entries({
        posts: '&status=any',
        pages: '&status=any',
        media: '',
        blocks: '&status=any',
        comments: '&status=all',
      })) {
        for (let page = 1, isMore = true; isMore; page++) {
          const path = `/cms/v2/${route}?context=edit${status}&per_page=50&page=${page}`;
          const { json } = await serve(site.host.generation, 'GET', path, { user: admin });
          isMore = Array.isArray(json) && json.length === 50;
          if (Array.isArray(json)) (route === 'comments' ? comments : items).push(...json);
        }
      }
    });
    after(async () => {
      await site.close();
      await other.close();
      await rm(folder, { recursive: true });
    });

    /** What of a text is markup that should have become something else: shortcodes that are registered, comments of blocks. */
    function rawIn(markup: string): string[] {
      const shortcodes = site.service(Shortcodes);
      const found: string[] = markup.match(/<!--\s*\/?(?:wp|cms):[a-z][^>]*>/g) ?? [];
      for (const [shortcode, tag = ''] of withoutCode(markup).matchAll(/\[\/?([a-z_-]+)[^\]]*\]/g))
        if (shortcodes.has(tag)) found.push(shortcode);
      return found;
    }

    it('is there', () => {
      expect(items.length).to.be.at.least(count);
    });

    it('is known when the file is imported again, with a number or without, and none is left out', async function () {
      this.timeout(60_000);
      const lines = await runCommand(
        site.host.generation,
        'import',
        { source: join(folder, file) },
        { authors: 'create' },
      );
      const text = await readFile(path, 'utf8');
      expect(lines).to.deep.equal([
        'Success: imported 0 items, 0 terms and 0 authors.',
        `${text.match(/<item>/g)!.length} items were there already.`,
      ]);
    });

    it('is shown with all of its words, and as markup that is rendered', () => {
      const troubles: string[] = [];
      for (const { content, excerpt, title, slug, type } of items) {
        if (type === 'attachment') continue;
        const name = `${type} ${slug}`;
        for (const [part, text] of Object.entries({ content, excerpt, title })) {
          for (const raw of rawIn(text?.rendered ?? '')) troubles.push(`${name}: ${part} has ${raw}`);
        }
        const shown = new Set(wordsOf(content.rendered));
        const missing = [...new Set(wordsOf(content.raw))].filter((word) => !shown.has(word));
        if (missing.length > 0) troubles.push(`${name}: content is without ${missing.join(' ')}`);
        if (
          /<img|\[gallery|\[audio|\[video|\[playlist/.test(content.raw) &&
          !/<(?:img|audio|video|a|figure|script)\b/.test(content.rendered)
        )
          troubles.push(`${name}: nothing is shown of its files`);
        // An excerpt is of the first page, without shortcodes and what they enclose.
        const [first = ''] = content.raw.replace(/\[caption[\s\S]*?\[\/caption\]/g, '').split('<!--nextpage-->');
        if (excerpt !== undefined && wordsOf(first).length > 0 && excerpt.rendered.trim() === '')
          troubles.push(`${name}: its excerpt is empty`);
      }
      expect(troubles).to.deep.equal([]);
    });

    it('has comments that are shown with all of their words, and as markup', () => {
      const troubles: string[] = [];
      for (const { id, content } of comments) {
        for (const raw of rawIn(content.rendered)) troubles.push(`comment ${id} has ${raw}`);
        const shown = new Set(wordsOf(content.rendered));
        const missing = wordsOf(content.raw).filter((word) => !shown.has(word));
        if (missing.length > 0) troubles.push(`comment ${id} is without ${missing.join(' ')}`);
      }
      expect(troubles).to.deep.equal([]);
    });

    it('has a page that shows its title, and nothing raw', async function () {
      this.timeout(120_000);
      const troubles: string[] = [];
      const shown = items.filter(({ status, type }) => status === 'publish' && (type === 'post' || type === 'page'));
      for (const { link, title, slug, type } of shown) {
        const name = `${type} ${slug}`;
        const answer = await fetch(link);
        const page = await answer.text();
        if (answer.status !== 200) {
          troubles.push(`${name}: ${answer.status}`);
          continue;
        }
        for (const raw of rawIn(page)) troubles.push(`${name}: the page has ${raw}`);
        // What is not among the attachments of the file stays where it is.
        for (const address of page.match(new RegExp(`${other.url}/[^\\s"'<>?#&]*`, 'g')) ?? []) {
          if (attached.has(address.replace(/-\d+x\d+(?=\.\w+$)/, '')))
            troubles.push(`${name}: the page names ${address}`);
        }
        const words = new Set(wordsOf(page));
        const missing = wordsOf(title.raw).filter((word) => !words.has(word));
        if (missing.length > 0) troubles.push(`${name}: the page is without ${missing.join(' ')} of its title`);
      }
      expect(troubles).to.deep.equal([]);
    });
  });
}
