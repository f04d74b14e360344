import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Database, maybeSerialize, maybeUnserialize } from '../../../plugins/database/index.ts';
import { MediaStorage } from '../../../plugins/media/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { describeOnSqliteAndPostgres } from '../../support/on-databases.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';
import { serve } from '../../support/serve.ts';
import { picture } from '../media/pictures.ts';

const cdata = (text: string) => `<![CDATA[${text}]]>`;
const meta = ([key, value]: readonly [string, string]) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

interface Given {
  readonly type?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly file?: string;
  readonly parent?: number;
  readonly metas?: readonly (readonly [string, string])[];
}

/** An export of a site at an address: items by their numbers. */
function wxr(base: string, items: Readonly<Record<number, Given>>): string {
  const written = Object.entries(items).map(
    ([id, { type = 'post', content = '', excerpt = '', file, parent = 0, metas = [] }]) => `<item>
    <title>Item ${id}</title><link>${base}/old/item-${id}/</link><guid>${base}/?p=${id}</guid>
    <content:encoded>${cdata(content)}</content:encoded><excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
    <wp:post_id>${id}</wp:post_id><wp:post_date>2020-05-06 00:00:00</wp:post_date><wp:post_parent>${parent}</wp:post_parent>
    <wp:post_name>item-${id}</wp:post_name><wp:status>${type === 'attachment' ? 'inherit' : 'publish'}</wp:status>
    <wp:post_type>${type}</wp:post_type>${file === undefined ? '' : `<wp:attachment_url>${file}</wp:attachment_url>`}
    ${metas.map(meta).join('')}</item>`,
  );
  return `<rss xmlns:content="c" xmlns:excerpt="e" xmlns:wp="w"><channel><wp:wxr_version>1.2</wp:wxr_version>
    <wp:base_blog_url>${base}</wp:base_blog_url><wp:category><wp:term_id>77</wp:term_id>
    <wp:category_nicename>news</wp:category_nicename><wp:cat_name>News</wp:cat_name></wp:category>
    ${written.join('')}</channel></rss>`;
}

describeOnSqliteAndPostgres('the files of an export, and what names them', (freshDatabase) => {
  const sites: FullSite[] = [];
  const contents = new Map<string, Uint8Array>();
  /** How often an address is still answered with an error. */
  const stumbles = new Map<string, number>();
  let other: OtherSite;
  let folder: string;
  let uploads: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-files-'));
    other = await startOtherSite((request, response) => {
      const path = request.url ?? '';
      const left = stumbles.get(path) ?? 0;
      stumbles.set(path, left - 1);
      const bytes = contents.get(path);
      if (left > 0) response.writeHead(503).end();
      else response.writeHead(bytes === undefined ? 404 : 200).end(bytes ?? 'gone');
    });
    uploads = `${other.url}/wp-content/uploads`;
    contents.set('/wp-content/uploads/2020/05/photo.jpg', await picture(600, 400));
    contents.set('/wp-content/uploads/2020/05/huge-scaled.jpg', await picture(500, 500));
    contents.set('/wp-content/uploads/2020/05/notes.txt', Buffer.from('Only words.'));
    contents.set('/wp-content/uploads/2020/05/false.jpg', Buffer.from('<script>alert(1)</script>'));
    contents.set('/wp-content/uploads/2020/05/large.txt', Buffer.alloc(300_000, 'a'));
  });
  after(async () => {
    for (const site of sites) await site.close();
    await other.close();
    await rm(folder, { recursive: true });
  });

  const open = async (alsoHosts = [other.host]) => {
    const settings = { 'public-web': { alsoHosts } };
    const site = await buildFullSite({ database: await freshDatabase(), without: ['default-content'], settings });
    sites.push(site);
    return site;
  };

  /** Imports a text; answers with what was printed, and the message with which it failed. */
  async function bring({ generation }: FullSite, text: string, flags: Record<string, string | boolean> = {}) {
    const source = join(folder, 'export.xml');
    await writeFile(source, text);
    const command = generation.commands.find(({ name }) => name === 'import')!;
    const lines: string[] = [];
    const failure = await Promise.resolve(
      command.run({
        args: { source },
        flags: { authors: 'create', ...flags },
        generation,
        print: (line) => void lines.push(line),
        printRows: () => undefined,
        progress: () => undefined,
        track: () => () => undefined,
      }),
    ).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { lines, failure };
  }

  const titled = async ({ generation }: FullSite, id: number) => {
    const { posts } = await generation.services.get('spec', PostStore).query({
      types: ['post', 'page', 'attachment', 'cms_block', 'cms_navigation'],
      statuses: ['publish', 'inherit'],
    });
    return posts.find(({ title }) => title === `Item ${id}`)!;
  };

  const [photo, huge, notes, gone] = [5, 6, 7, 8] as const;

  const all = () => ({
    1: {
      content: `<!-- wp:image {"id":${photo},"sizeSlug":"medium"} -->
<figure class="wp-block-image"><img src="${uploads}/2020/05/photo-300x200.jpg" class="wp-image-${photo}" srcset="${uploads}/2020/05/photo-300x200.jpg 300w, ${uploads}/2020/05/photo.jpg 600w"/></figure>
<!-- /wp:image -->
<!-- wp:cover {"url":"${uploads}/2020/05/huge-1024x1024.jpg","id":${huge}} --><div class="wp-block-cover"></div><!-- /wp:cover -->
<!-- wp:media-text {"mediaId":${photo},"mediaLink":"${other.url}/old/item-${photo}/"} --><div></div><!-- /wp:media-text -->
<!-- wp:gallery {"ids":[${photo},${huge},999]} --><img data-id="${photo}"><!-- /wp:gallery -->
<!-- wp:block {"ref":3} /-->
<!-- wp:query {"query":{"exclude":[2],"taxQuery":{"category":[77]}}} --><!-- /wp:query -->
[gallery ids="${photo}, ${huge}" columns="5"] [caption id="attachment_${photo}"]x[/caption]
<a href="${other.url}/old/item-2/#part">one</a> <a href="${other.url}/?p=2">two</a> <a href="${other.url}/elsewhere/">three</a>
<a href="${other.url}">home</a> <a href="https://example.org/photo.jpg">other</a> <img src="${uploads}/2020/05/gone.jpg">
<a href="${uploads}/2020/05/notes.txt?ver=5&amp;x=1#page">words</a>. ${uploads}/2020/05/photo.jpg.`,
      excerpt: `See ${uploads}/2020/05/photo-150x150.jpg`,
      metas: [
        ['_thumbnail_id', String(photo)],
        [
          'serialized',
          maybeSerialize({
            image: `${uploads}/2020/05/photo.jpg`,
            list: [1, { deep: `${uploads}/2020/05/photo-150x150.jpg` }],
          }),
        ],
        ['json', JSON.stringify({ src: `${uploads}/2020/05/photo.jpg` }).replaceAll('/', '\\/')],
        ['object', `O:8:"stdClass":1:{s:1:"a";s:1:"b";}`],
        ['number', 'a:1:{i:0;d:0.10000000000000001;}'],
      ] as const,
    },
    2: { type: 'page', content: 'Nothing to rewrite.' },
    3: {
      type: 'wp_block',
      content: `<!-- wp:image {"id":${huge}} --><img class="wp-image-${huge}"><!-- /wp:image -->`,
    },
    4: {
      type: 'wp_navigation',
      content: `<!-- wp:navigation-link {"kind":"post-type","id":2,"url":"${other.url}/old/item-2/"} /--><!-- wp:navigation-link {"kind":"taxonomy","type":"category","id":77} /-->`,
    },
    [photo]: {
      type: 'attachment',
      file: `${uploads}/2020/05/photo.jpg`,
      parent: 1,
      metas: [['_wp_attached_file', '2020/05/photo.jpg']] as const,
    },
    [huge]: { type: 'attachment', file: `${uploads}/2020/05/huge-scaled.jpg` },
    [notes]: { type: 'attachment', file: `${uploads}/2020/05/notes.txt` },
    [gone]: { type: 'attachment', file: `${uploads}/2020/05/gone.jpg` },
  });

  it('are fetched with their sizes, and contents name them and each other by what they are here', async function () {
    this.timeout(120_000);
    const site = await open();
    const posts = site.generation.services.get('spec', PostStore);
    for (let id = 1; id <= 8; id++) await posts.insert({ title: `Taken ${id}`, status: 'draft' });
    const { lines, failure } = await bring(site, wxr(other.url, all()), { fetch_attachments: true });
    expect(lines).to.deep.equal([
      'Success: imported 8 items, 1 terms and 0 authors.',
      '3 files were fetched.',
      `Not fetched: ${uploads}/2020/05/gone.jpg: answered with status 404`,
    ]);
    expect(failure).to.equal('1 files could not be fetched; run the command again to fetch these alone');

    const here = `${site.generation.site.home}/cms-content/uploads`;
    const ids = new Map<number, number>();
    for (const id of [1, 2, 3, 4, photo, huge]) ids.set(id, (await titled(site, id)).id);
    const [one, page, block] = [ids.get(1), ids.get(2), ids.get(3)];
    const [image, large] = [ids.get(photo), ids.get(huge)];
    const [category] = (await serve(site.generation, 'GET', '/cms/v2/categories?slug=news')).json;
    const { content, excerpt } = await titled(site, 1);
    expect(content).to.equal(`<!-- wp:image {"id":${image},"sizeSlug":"medium"} -->
<figure class="wp-block-image"><img src="${here}/2020/05/photo-300x200.jpg" class="wp-image-${image}" srcset="${here}/2020/05/photo-300x200.jpg 300w, ${here}/2020/05/photo.jpg 600w"/></figure>
<!-- /wp:image -->
<!-- wp:cover {"url":"${here}/2020/05/huge.jpg","id":${large}} --><div class="wp-block-cover"></div><!-- /wp:cover -->
<!-- wp:media-text {"mediaId":${image},"mediaLink":"${await linkOf(site, image!)}"} --><div></div><!-- /wp:media-text -->
<!-- wp:gallery {"ids":[${image},${large},999]} --><img data-id="${image}"><!-- /wp:gallery -->
<!-- wp:block {"ref":${block}} /-->
<!-- wp:query {"query":{"exclude":[${page}],"taxQuery":{"category":[${category.id}]}}} --><!-- /wp:query -->
[gallery ids="${image}, ${large}" columns="5"] [caption id="attachment_${image}"]x[/caption]
<a href="${await linkOf(site, page!, 'pages')}#part">one</a> <a href="${await linkOf(site, page!, 'pages')}">two</a> <a href="${other.url}/elsewhere/">three</a>
<a href="${site.generation.site.home}/">home</a> <a href="https://example.org/photo.jpg">other</a> <img src="${uploads}/2020/05/gone.jpg">
<a href="${here}/2020/05/notes.txt#page">words</a>. ${here}/2020/05/photo.jpg.`);
    expect(excerpt).to.equal(`See ${here}/2020/05/photo-150x150.jpg`);
    expect((await titled(site, 3)).content)
      .to.include(`"id":${large}`)
      .and.include(`wp-image-${large}`);
    const { content: links } = await titled(site, 4);
    expect(links)
      .to.include(`"id":${page},"url":"${await linkOf(site, page!, 'pages')}"`)
      .and.include(`"id":${category.id}`);

    const { db } = site.generation.services.get('spec', Database);
    const rows = await db
      .selectFrom('postmeta')
      .select(['meta_key', 'meta_value'])
      .where('post_id', '=', one!)
      .execute();
    const stored = new Map(rows.map(({ meta_key, meta_value }) => [meta_key, meta_value ?? '']));
    expect(maybeUnserialize(stored.get('serialized')!)).to.deep.equal({
      image: `${here}/2020/05/photo.jpg`,
      list: [1, { deep: `${here}/2020/05/photo-150x150.jpg` }],
    });
    expect(JSON.parse(stored.get('json')!)).to.deep.equal({ src: `${here}/2020/05/photo.jpg` });
    expect(stored.get('object')).to.equal('O:8:"stdClass":1:{s:1:"a";s:1:"b";}');
    expect(stored.get('number')).to.equal('a:1:{i:0;d:0.10000000000000001;}');
    expect(stored.get('_thumbnail_id')).to.equal(String(image));

    const { json: file } = await serve(site.generation, 'GET', `/cms/v2/media/${image}`);
    expect(file.source_url).to.equal(`${here}/2020/05/photo.jpg`);
    expect([file.mime_type, file.media_details.width]).to.deep.equal(['image/jpeg', 600]);
    expect(Object.keys(file.media_details.sizes)).to.include.members(['thumbnail', 'medium']);
    const storage = site.generation.services.get('spec', MediaStorage);
    expect(await storage.exists('2020/05/photo-300x200.jpg')).to.equal(true);
  });

  const linkOf = async ({ generation }: FullSite, id: number, route = 'media') =>
    (await serve(generation, 'GET', `/cms/v2/${route}/${id}`)).json.link as string;

  it('that could not be fetched are fetched by the next run, and these alone; then what names them is rewritten', async function () {
    this.timeout(120_000);
    const site = sites[0]!;
    other.asked.length = 0;
    contents.set('/wp-content/uploads/2020/05/gone.jpg', await picture(40, 30));
    const content = (await titled(site, 1)).content;
    const { lines, failure } = await bring(site, wxr(other.url, all()), { fetch_attachments: true });
    expect(failure).to.equal(undefined);
    expect(lines).to.include('1 files were fetched.');
    expect(other.asked).to.deep.equal(['/wp-content/uploads/2020/05/gone.jpg']);
    const here = `${site.generation.site.home}/cms-content/uploads`;
    expect((await titled(site, 1)).content).to.equal(
      content.replace(`${uploads}/2020/05/gone`, `${here}/2020/05/gone`),
    );
    const again = await bring(site, wxr(other.url, all()), { fetch_attachments: true });
    expect(again.lines).to.include('0 files were fetched.');
    expect(other.asked).to.have.length(1);
    contents.delete('/wp-content/uploads/2020/05/gone.jpg');
  });

  it('come where an earlier import has left them out', async function () {
    this.timeout(120_000);
    const site = await open();
    const items = { 1: { content: `<img src="${uploads}/2020/05/photo-150x150.jpg">` }, 5: all()[photo]! };
    other.asked.length = 0;
    await bring(site, wxr(other.url, items));
    expect(other.asked).to.deep.equal([]);
    expect((await titled(site, 1)).content).to.include(uploads);
    const { lines } = await bring(site, wxr(other.url, items), { fetch_attachments: true });
    expect(lines).to.include('1 files were fetched.').and.include('2 items were there already.');
    expect((await titled(site, 1)).content).to.equal(
      `<img src="${site.generation.site.home}/cms-content/uploads/2020/05/photo-150x150.jpg">`,
    );
  });

  it('are asked for again where the other site is busy, refused where they are false, large or not public', async function () {
    this.timeout(120_000);
    const site = await open();
    stumbles.set('/wp-content/uploads/2020/05/photo.jpg', 1);
    const items = {
      5: { type: 'attachment', file: `${uploads}/2020/05/photo.jpg` },
      6: { type: 'attachment', file: `${uploads}/2020/05/false.jpg` },
      7: { type: 'attachment', file: `${uploads}/2020/05/large.txt` },
      8: { type: 'attachment', file: 'http://127.0.0.1:1/a.jpg' },
      9: { type: 'attachment', file: 'file:///etc/passwd' },
    };
    const flags = { fetch_attachments: true, max_file_size: '200000' };
    const { lines, failure } = await bring(site, wxr(other.url, items), flags);
    expect(lines.slice(1)).to.deep.equal([
      '1 files were fetched.',
      `Not fetched: ${uploads}/2020/05/false.jpg: is of no type that is taken`,
      `Not fetched: ${uploads}/2020/05/large.txt: it is larger than wanted`,
      'Not fetched: http://127.0.0.1:1/a.jpg: 127.0.0.1:1 is not of the public network',
      'Not fetched: file:///etc/passwd:  is not of the public network',
    ]);
    expect(failure).to.match(/^4 files could not be fetched/);
    expect((await site.files()).filter((name) => !/^photo/.test(name))).to.deep.equal([]);
  });

  it('that a killed import had stored are removed before theirs is fetched again', async function () {
    this.timeout(120_000);
    const site = await open();
    const text = wxr(other.url, { 5: all()[photo]! });
    await bring(site, text);
    const { db } = site.generation.services.get('spec', Database);
    const path = '2020/05/photo.jpg';
    const storage = site.generation.services.get('spec', MediaStorage);
    await storage.put(path, Buffer.from('half a'));
    await db
      .withTables<{ tappet_import_files: { state: string; note: string } }>()
      .updateTable('tappet_import_files')
      .set({ state: 'storing', note: path })
      .execute();
    await bring(site, text, { fetch_attachments: true });
    const { id } = await titled(site, photo);
    const [stored] = await site.generation.services.get('spec', MetaStore).get('post', id, '_wp_attached_file');
    expect(stored).to.equal(path);
    expect((await storage.stat(path))!.size).to.equal(contents.get('/wp-content/uploads/2020/05/photo.jpg')!.length);
  });
});
