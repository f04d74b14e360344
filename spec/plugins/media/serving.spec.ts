import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Host } from '../../../host/index.ts';
import { readRange } from '../../../plugins/media/serving/range.ts';
import { ask } from '../../host/echo.ts';
import { picture } from './pictures.ts';
import { uploadHost } from './upload-host.ts';

describe('ranges of a file of 10 bytes', () => {
  for (const [header, range] of [
    ['bytes=0-3', [0, 3]],
    ['bytes=4-', [4, 9]],
    ['bytes=-3', [7, 9]],
    ['bytes=-99', [0, 9]],
    ['bytes=8-99', [8, 9]],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-2', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['lines=0-1', 'whole'],
    ['', 'whole'],
  ] as const) {
    it(`asked for as "${header}" are ${range}`, () => {
      const found = readRange(header, 10);
      expect(typeof found === 'string' ? found : [found.start, found.end]).to.deep.equal(range);
    });
  }
});

describe('files over HTTP', () => {
  let folder: string;
  let host: Host;
  let url: string;
  let jpeg: Buffer;
  const stored = (path: string, init?: RequestInit) => ask(`${url}/cms-content/uploads/${path}`, init);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    ({ host, url } = await uploadHost(join(folder, 'uploads')));
    jpeg = await picture(40, 30);
    await mkdir(join(folder, 'uploads/2026'), { recursive: true });
    await mkdir(join(folder, 'uploads/fonts'));
    for (const [name, bytes] of Object.entries({
      '2026/photo.jpg': jpeg,
      '2026/写真 1.jpg': jpeg,
      '2026/.hidden.jpg': jpeg,
      '2026/ten.txt': '0123456789',
      '2026/page.html': '<script>alert(1)</script>',
      '2026/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '2026/code.js': 'alert(1)',
      'fonts/sans.woff2': 'wOF2',
      '2026/unknown': '<script>alert(1)</script>',
      '../secret.txt': 'secret',
    })) {
      await writeFile(join(folder, 'uploads', name), bytes);
    }
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });

  it('of fonts may be used by pages of other sites', async () => {
    const { status, headers } = await stored('fonts/sans.woff2');
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).to.eql([
      200,
      'font/woff2',
      '*',
    ]);
    expect((await stored('2026/photo.jpg')).headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('come with their type, their length and what caches need', async () => {
    const { status, headers } = await stored('2026/photo.jpg');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('image/jpeg');
    expect(headers.get('content-length')).to.equal(String(jpeg.length));
    expect(headers.get('etag')).to.match(/^"[0-9a-f]+-[0-9a-f]+"$/);
    expect(Date.parse(headers.get('last-modified')!)).to.be.closeTo(Date.now(), 60_000);
    expect(headers.get('cache-control')).to.equal('public, max-age=86400');
    expect(headers.get('accept-ranges')).to.equal('bytes');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('content-disposition')).to.equal(null);
  });

  it('are found by a name of any script', async () => {
    expect((await stored(encodeURI('2026/写真 1.jpg'))).status).to.equal(200);
  });

  it('answer HEAD without a body', async () => {
    const { status, headers, text } = await stored('2026/ten.txt', { method: 'HEAD' });
    expect([status, headers.get('content-length'), text]).to.deep.equal([200, '10', '']);
  });

  it('are not sent again to clients that have them', async () => {
    const { headers } = await stored('2026/ten.txt');
    const [tag, date] = [headers.get('etag')!, headers.get('last-modified')!];
    const conditions: Record<string, string>[] = [
      { 'If-None-Match': tag },
      { 'If-None-Match': `"x", W/${tag}` },
      { 'If-Modified-Since': date },
    ];
    for (const headers of conditions) {
      const again = await stored('2026/ten.txt', { headers });
      expect([again.status, again.text]).to.deep.equal([304, '']);
    }
    const other = { 'If-None-Match': '"x"', 'If-Modified-Since': date };
    expect((await stored('2026/ten.txt', { headers: other })).status).to.equal(200);
  });

  it('are sent in part', async () => {
    const { status, headers, text } = await stored('2026/ten.txt', { headers: { Range: 'bytes=2-4' } });
    expect([status, text]).to.deep.equal([206, '234']);
    expect(headers.get('content-range')).to.equal('bytes 2-4/10');
    expect(headers.get('content-length')).to.equal('3');
  });

  it('are sent whole when the part is one of an older file', async () => {
    const { status, text } = await stored('2026/ten.txt', { headers: { Range: 'bytes=2-4', 'If-Range': '"x"' } });
    expect([status, text]).to.deep.equal([200, '0123456789']);
  });

  it('answer 416 for a part beyond their end', async () => {
    const { status, headers } = await stored('2026/ten.txt', { headers: { Range: 'bytes=20-' } });
    expect([status, headers.get('content-range')]).to.deep.equal([416, 'bytes */10']);
  });

  for (const name of ['page.html', 'drawing.svg', 'code.js', 'unknown']) {
    it(`that a browser would run are downloaded and sandboxed: ${name}`, async () => {
      const { headers } = await stored(`2026/${name}`);
      expect(headers.get('content-disposition')).to.equal('attachment');
      expect(headers.get('content-security-policy')).to.equal("sandbox; default-src 'none'");
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
    });
  }

  it('are never those of another folder, nor hidden ones', async () => {
    for (const path of [
      '../secret.txt',
      '2026/../../secret.txt',
      '2026/%2e%2e/%2e%2e/secret.txt',
      '..%2fsecret.txt',
      '2026/..%2f..%2fsecret.txt',
      '..%5csecret.txt',
      '/secret.txt',
      '2026//photo.jpg',
      '2026/.hidden.jpg',
      '2026/photo.jpg%00.txt',
      '2026/%ZZ',
      '2026',
      '2026/',
      'a'.repeat(3000),
    ]) {
      const status = await rawStatus(`${url}/cms-content/uploads/`, path);
      expect(status, path).to.be.oneOf([400, 404]);
    }
  });

  it('are the uploaded bytes, also under another brand', async () => {
    const other = await uploadHost(join(folder, 'other'), { brand: 'wp' });
    const { json } = await ask(`${other.url}/wp-json/wp/v2/media`, {
      method: 'POST',
      body: jpeg,
      headers: { 'Content-Type': 'image/jpeg', 'Content-Disposition': 'attachment; filename="a.jpg"' },
    });
    expect(json.source_url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/wp-content\/uploads\/\d{4}\/\d\d\/a\.jpg$/);
    const bytes = Buffer.from(await (await fetch(json.source_url)).arrayBuffer());
    expect(bytes.equals(jpeg)).to.equal(true);
    await other.host.close();
  });

  it('are taken from tools that call every body a form', async () => {
    const { status, json } = await ask(`${url}/cms-json/cms/v2/media`, {
      method: 'POST',
      body: jpeg,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Disposition': 'attachment; filename="form.jpg"',
      },
    });
    expect([status, json.mime_type]).to.deep.equal([201, 'image/jpeg']);
  });

  it('that hold a page behind an image stay images', async () => {
    const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script><?php phpinfo(); ?>')]);
    const { status, json } = await ask(`${url}/cms-json/cms/v2/media`, {
      method: 'POST',
      body: polyglot,
      headers: { 'Content-Type': 'text/html', 'Content-Disposition': 'attachment; filename="a.jpg"' },
    });
    expect(status).to.equal(201);
    const { headers } = await ask(json.source_url);
    expect(headers.get('content-type')).to.equal('image/jpeg');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('of a form that is cut off are refused, and leave no files behind', async () => {
    const before = await readdir(join(folder, 'uploads'), { recursive: true });
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const { status, json } = await ask(`${url}/cms-json/cms/v2/media`, {
      method: 'POST',
      body: Buffer.concat([Buffer.from(body), jpeg.subarray(0, 100)]),
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect([status, json.code]).to.deep.equal([400, 'rest_invalid_body']);
    expect(await readdir(join(folder, 'uploads'), { recursive: true })).to.deep.equal(before);
  });
});

/** The status of a path that is sent as it stands: `fetch` would normalize it. */
function rawStatus(base: string, path: string): Promise<number | undefined> {
  const { hostname, port, pathname } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: pathname + path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once('error', reject).end();
  });
}
