import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { filenameOf } from '../../../plugins/media/upload/disposition.ts';
import { safeName } from '../../../plugins/media/upload/names.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';
import { picture } from './pictures.ts';

describe('the name in Content-Disposition', () => {
  for (const [header, name] of [
    ['attachment; filename="photo.jpg"', 'photo.jpg'],
    ['attachment; filename=photo.jpg', 'photo.jpg'],
    ['inline;filename = "a b.jpg" ; size=3', 'a b.jpg'],
    ['attachment; FILENAME="a\\"b.jpg"', 'a"b.jpg'],
    ['attachment; filename="a;b.jpg"', 'a;b.jpg'],
    ['attachment; filename="x.jpg"; filename*=UTF-8\'\'na%C3%AFve.jpg', 'naïve.jpg'],
    [`attachment; filename="${Buffer.from('naïve.jpg').toString('latin1')}"`, 'naïve.jpg'],
    ['attachment; filename*=UTF-8\'\'%ZZ; filename="x.jpg"', 'x.jpg'],
    ['attachment', undefined],
    ['attachment; filename=""', undefined],
    ['attachment; name="x.jpg"', undefined],
  ] as const) {
    it(`of ${header} is ${name ?? 'missing'}`, () => {
      expect(filenameOf(header)).to.equal(name);
    });
  }
});

describe('the name that a file is stored under', () => {
  for (const [given, name] of [
    ['photo.jpg', 'photo.jpg'],
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['..\\..\\boot.jpg', 'boot.jpg'],
    ['.htaccess.jpg', 'htaccess.jpg'],
    ['shell.php.jpg', 'shell.php_.jpg'],
    ['a b\u0000c.jpg', 'a-bc.jpg'],
    ['Crème brûlée.JPG', 'Creme-brulee.jpg'],
    ['写真.jpg', '写真.jpg'],
    ['?.jpg', 'unnamed-file.jpg'],
  ] as const) {
    it(`of ${JSON.stringify(given)} is ${name}`, () => {
      expect(safeName(given)).to.equal(name);
    });
  }

  it('is cut where it is long, not through a character', () => {
    const name = safeName(`${'写'.repeat(300)}.jpg`);
    expect(Buffer.byteLength(name)).to.be.below(210);
    expect(name).to.match(/^写+\.jpg$/);
  });
});

describe('uploads', () => {
  let site: MediaSite;
  let jpeg: Buffer;
  beforeEach(async () => {
    site = await openMediaSite();
    jpeg = await picture(40, 30);
  });
  afterEach(() => site.close());

  // biome-ignore lint/suspicious/noExplicitAny: the answer of an upload.
  const made = async (...args: Parameters<MediaSite['upload']>): Promise<any> => {
    const { status, data } = await site.upload(...args);
    expect(status, JSON.stringify(data)).to.equal(201);
    return data;
  };

  it('lie in a folder of the month, by the time of the site', async () => {
    site.clock.now = Date.UTC(2026, 0, 31, 23, 30);
    await site.options.set('timezone_string', 'Europe/Paris');
    const { source_url, guid } = await made(jpeg, 'a.jpg');
    expect(source_url).to.equal('http://localhost/cms-content/uploads/2026/02/a.jpg');
    expect(guid.raw).to.equal(source_url);
  });

  it('lie in one folder where the site wants no others', async () => {
    await site.options.set('uploads_use_yearmonth_folders', 0);
    await made(jpeg, 'a.jpg');
    expect(await site.files()).to.deep.equal(['a.jpg']);
  });

  it('send their id in a header', async () => {
    const response = await site.upload(jpeg, 'a.jpg');
    expect(response.getHeader('X-CMS-Upload-Attachment-ID')).to.equal(String((response.data as { id: number }).id));
  });

  it('get names of their own, many at once too', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => made(jpeg, 'a.jpg')));
    const names = answers.map(({ source_url }) => source_url.replace(/^.*\//, ''));
    expect(names.sort()).to.deep.equal(['a-1.jpg', 'a-2.jpg', 'a-3.jpg', 'a-4.jpg', 'a.jpg']);
  });

  it('get no name that a size of another image would have', async () => {
    await made(jpeg, 'a-300x225.jpg');
    await made(jpeg, 'b-scaled.jpg');
    expect(await site.files()).to.deep.equal(['2026/01/a-300x225-1.jpg', '2026/01/b-scaled-1.jpg']);
  });

  it('get the extension that fits their bytes, among images', async () => {
    const { source_url, mime_type } = await made(await picture(40, 30, 'png'), 'a.jpg');
    expect([source_url.slice(-6), mime_type]).to.deep.equal(['/a.png', 'image/png']);
  });

  for (const encoding of ['hex', 'base64'] as const) {
    it(`are taken when Content-MD5 fits, in ${encoding}`, async () => {
      const hash = createHash('md5').update(jpeg).digest(encoding);
      await made(jpeg, 'a.jpg', { headers: { 'content-md5': hash } });
    });
  }

  it('of HTML are for users who may write any markup', async () => {
    const { mime_type, media_type } = await made(Buffer.from('<!doctype html><p>'), 'page.html', { as: 'editor' });
    expect([mime_type, media_type]).to.deep.equal(['text/html', 'file']);
  });

  it('of types that a plugin adds are taken, of those it removes are not', async () => {
    const own = await openMediaSite({
      plugins: [
        {
          name: 'own-types',
          version: '1.0.0',
          description: 'Other types.',
          setup: ({ hooks }) =>
            hooks.filter('upload_mimes').tap('own-types', (types) => {
              types.delete('jpg');
              return types.set('log', 'text/plain');
            }),
        },
      ],
    });
    const text = await own.upload(Buffer.from('a line'), 'a.log');
    const image = await own.upload(jpeg, 'a.jpg');
    expect([text.status, image.status]).to.deep.equal([201, 500]);
    await own.close();
  });

  it('take title and caption from the fields of a form, and no markup that their author may not write', async () => {
    const form = { title: 'A <script>alert(1)</script>title', caption: 'x<script>alert(1)</script>', alt_text: '<b>y' };
    const { title, caption, alt_text } = await made(jpeg, 'a.jpg', { form });
    expect([title.raw, caption.raw, alt_text]).to.deep.equal(['A alert(1)title', 'xalert(1)', 'y']);
  });

  it('belong to an item that is named', async () => {
    const { id } = await site.posts.insert({ title: 'x', author: site.users.author!.user.id });
    expect((await made(jpeg, 'a.jpg', { query: { post: id } })).post).to.equal(id);
  });
});
