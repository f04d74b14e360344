import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { silentLogger } from '../../../core/base/index.ts';
import { createHost, type Host } from '../../../host/index.ts';
import { DiskFiles, type ListedFile } from '../../../plugins/media/index.ts';
import { Bucket } from '../../../plugins/media-s3/bucket.ts';
import mediaS3 from '../../../plugins/media-s3/index.ts';
import { BucketStorage } from '../../../plugins/media-s3/storage.ts';
import { runCommand } from '../../support/run-command.ts';
import { type MediaSite, openMediaSite } from '../media/media-site.ts';
import { picture } from '../media/pictures.ts';
import { refusesWrongPaths } from '../media/wrong-paths.ts';
import { KEY, S3Server } from './s3-server.ts';

const MEGABYTE = 2 ** 20;

describe('files in a bucket', () => {
  const store = new S3Server();
  let place: { bucket: string; endpoint: string; region: string; pathStyle: boolean; timeout: number };
  let storage: BucketStorage;
  const open = (prefix = '', signedFor = 0, change: object = {}) =>
    new BucketStorage(new Bucket({ ...place, ...KEY, ...change }), {
      prefix,
      baseUrl: () => 'https://files.example',
      signedFor,
    });
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: Error & { status?: number; what?: string }) => [error.status, error.what, (error.cause as Error).message],
    );

  before(async () => {
    await store.open();
    place = { bucket: 'files', endpoint: store.address, region: 'eu-central-1', pathStyle: true, timeout: 2000 };
    storage = open();
  });

  after(() => store.close());

  beforeEach(() => {
    store.objects.clear();
    store.requests.length = 0;
    store.knowsConditions = true;
    store.failing = undefined;
  });

  it('are stored with the headers that they are sent with, read in whole and in part, and removed', async () => {
    const path = '2026/01/写真 +1%.txt';
    expect(await storage.put(path, Buffer.from('0123456789'))).to.equal(true);
    expect(store.objects.get(path)?.headers).to.deep.equal({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=86400',
    });
    expect(await storage.stat(path)).to.deep.equal({ size: 10, modified: new Date(Date.UTC(2026, 0, 2)) });
    expect(String(await buffer(await storage.read(path)))).to.equal('0123456789');
    expect(String(await buffer(await storage.read(path, { start: 2, end: 4 })))).to.equal('234');
    expect(storage.url(path)).to.equal(`https://files.example/${path}`);
    await storage.delete(path);
    await storage.delete(path);
    expect([await storage.stat(path), await storage.exists(path)]).to.deep.equal([null, false]);
  });

  it('that a browser could run are downloads', async () => {
    await storage.put('a.svg', Buffer.from('<svg/>'));
    expect(store.objects.get('a.svg')?.headers['content-disposition']).to.equal('attachment');
  });

  it('never take the name of another one, also of two that are stored at once', async () => {
    for (const knows of [true, false]) {
      store.knowsConditions = knows;
      expect(await storage.put(`${knows}.txt`, Buffer.from('first'))).to.equal(true);
      expect(await storage.put(`${knows}.txt`, Readable.from([Buffer.from('second')]))).to.equal(false);
      expect(String(store.objects.get(`${knows}.txt`)?.bytes)).to.equal('first');
    }
    store.knowsConditions = true;
    const both = await Promise.all(['one', 'two'].map((text) => storage.put('same.txt', Buffer.from(text))));
    expect(both.sort()).to.deep.equal([false, true]);
  });

  it('are sent part by part where they are long, and leave nothing behind where that ends too soon', async () => {
    const bytes = randomBytes(17 * MEGABYTE);
    const chunks = Array.from({ length: 17 }, (_, at) => bytes.subarray(at * MEGABYTE, (at + 1) * MEGABYTE));
    expect(await storage.put('long.bin', Readable.from(chunks))).to.equal(true);
    expect(store.objects.get('long.bin')?.bytes.equals(bytes)).to.equal(true);
    expect(store.requests.filter((request) => request === 'PUT /files/long.bin')).to.have.lengthOf(3);

    const broken = Readable.from(
      (async function* () {
        yield* chunks;
        throw new Error('the client has hung up');
      })(),
    );
    expect((await storage.put('broken.bin', broken).catch((error: Error) => error)) as Error).to.have.property(
      'message',
      'the client has hung up',
    );
    expect([store.objects.has('broken.bin'), store.uploads.size]).to.deep.equal([false, 0]);
  });

  it('are listed page by page below their folder, without hidden ones', async () => {
    for (const key of ['up/a&b.txt', 'up/b/c.txt', 'up/d.txt', 'up/.hidden', 'other/e.txt']) {
      store.objects.set(key, { bytes: Buffer.from('123'), headers: {} });
    }
    const files: ListedFile[] = [];
    for await (const file of open('up/').list()) files.push(file);
    expect(files).to.deep.equal(['a&b.txt', 'b/c.txt', 'd.txt'].map((path) => ({ path, size: 3 })));
    expect(await open('up/').usage()).to.equal(9);
    expect(await open('none/').usage()).to.equal(0);
  });

  it('can be read by a signed address for a time', async () => {
    await storage.put('a b.txt', Buffer.from('text'));
    const address = await open('', 60).signedUrl!('a b.txt');
    expect(await (await fetch(address)).text()).to.equal('text');
    expect((await fetch(address.replace('a%20b', 'c'))).status).to.equal(403);
    expect(storage.signedUrl).to.equal(undefined);
  });

  it('are 503 while the store refuses, cannot be reached or does not answer, and say why', async () => {
    const what = `bucket "files" of ${store.address} fails`;
    const refused = open('', 0, { secretAccessKey: 'wrong' }).list();
    expect(await failure(refused.next())).to.deep.equal([503, what, 'GET : 403 SignatureDoesNotMatch']);
    expect(await failure(open('', 0, { bucket: 'none' }).put('a.txt', Buffer.from('a')))).to.deep.equal([
      503,
      what.replace('files', 'none'),
      'PUT a.txt: 404 NoSuchBucket',
    ]);
    store.failing = 503;
    expect((await failure(storage.stat('a.txt')))?.[2]).to.equal('HEAD a.txt: 503');
    const away = open('', 0, { endpoint: 'http://127.0.0.1:1' });
    expect((await failure(away.stat('a.txt')))?.[0]).to.equal(503);
    const silent = open('', 0, { timeout: 1 });
    expect((await failure(silent.put('a.txt', randomBytes(4 * MEGABYTE))))?.[2]).to.equal('it took too long');
  });

  refusesWrongPaths(() => storage);

  describe('of a site', () => {
    let site: MediaSite;
    const options = () => ({ bucket: 'files', endpoint: store.address, region: 'eu-central-1', ...KEY });

    before(async () => {
      site = await openMediaSite({
        options: { disk: false },
        plugins: [mediaS3],
        more: { 'media-s3': { ...options(), prefix: '/uploads/', baseUrl: 'https://cdn.example/' } },
      });
    });

    after(() => site.close());

    it('are the uploads, their sizes and copies, and go with their item', async () => {
      const { status, data } = await site.upload(await picture(400, 300), 'a.jpg');
      const { id, source_url } = data as { id: number; source_url: string };
      expect([status, source_url]).to.deep.equal([201, 'https://cdn.example/2026/01/a.jpg']);
      expect([...store.objects.keys()].sort()).to.deep.equal([
        'uploads/2026/01/a-150x150.jpg',
        'uploads/2026/01/a-300x225.jpg',
        'uploads/2026/01/a.jpg',
      ]);
      const json = { src: source_url, rotation: 90 };
      expect((await site.send('POST', `/media/${id}/edit`, { as: 'author', json })).status).to.equal(201);
      await site.send('DELETE', `/media/${id}`, { as: 'author', query: { force: true } });
      expect([...store.objects.keys()].every((path) => path.includes('-edited'))).to.equal(true);
      expect(await site.files()).to.deep.equal([]);
    });

    it('are refused with 503 while the store is away, and leave no item', async () => {
      store.failing = 503;
      const { status, data, headers } = await site.upload(await picture(40, 30), 'b.jpg');
      expect([status, (data as { code: string }).code, headers['Retry-After']]).to.deep.equal([
        503,
        'rest_storage_failed',
        '60',
      ]);
      store.failing = undefined;
      const list = await site.send('GET', '/media?search=b');
      expect(list.data).to.deep.equal([]);
    });

    it('are moved from the disk by a command that goes on where it was stopped, and back', async () => {
      const { generation } = site;
      const disk = generation.services.get('spec', DiskFiles);
      for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await disk.put(`2026/02/${name}`, Buffer.from(name));
      store.objects.set('uploads/2026/02/a.jpg', { bytes: Buffer.from('a.jpg'), headers: {} });
      store.objects.set('uploads/2026/02/b.jpg', { bytes: Buffer.from('of another size'), headers: {} });
      const lines: string[] = [];
      const error = await runCommand(generation, 'media move', { to: 's3' }, { delete: true }).catch(
        (thrown) => thrown,
      );
      expect((error as Error).message).to.equal('another file has the name of: 2026/02/b.jpg');
      expect(await site.files()).to.deep.equal(['2026/02/b.jpg']);
      store.objects.delete('uploads/2026/02/b.jpg');
      lines.push(...(await runCommand(generation, 'media move', { to: 's3' }, { delete: true })));
      lines.push(...(await runCommand(generation, 'media move', { to: 'disk' })));
      lines.push(...(await runCommand(generation, 'media move', { to: 'disk' })));
      expect(lines).to.deep.equal([
        'Success: 1 files copied, 0 were there already.',
        'Success: 3 files copied, 0 were there already.',
        'Success: 0 files copied, 3 were there already.',
      ]);
      expect(store.objects.size).to.equal(3);
      expect(await site.files()).to.have.lengthOf(3);
      const wrong = await runCommand(generation, 'media move', { to: 'moon' }).catch((thrown) => thrown);
      expect((wrong as Error).message).to.equal('files are moved to s3 or to disk, and not to "moon"');
    });

    it('stop the start with one line where the configuration is wrong', async () => {
      const messageOf = (given: object, disk = false) =>
        openMediaSite({ options: { disk }, plugins: [mediaS3], more: { 'media-s3': { ...options(), ...given } } }).then(
          () => undefined,
          (error: Error) => error.message,
        );
      expect(await messageOf({ bucket: undefined })).to.equal(
        'media-s3: options.media-s3.bucket must name the bucket; set it in the configuration',
      );
      expect(await messageOf({ endpoint: 's3.example' })).to.equal(
        'media-s3: options.media-s3.endpoint must be an address like "https://s3.eu-central-1.amazonaws.com"; correct it',
      );
      expect(await messageOf({ secretAccessKey: '' })).to.equal(
        'media-s3: there is no access key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
      );
      expect(await messageOf({}, true)).to.equal(
        'media-s3: files are stored on the disk already; set options: { media: { disk: false } }',
      );
      expect(await messageOf({ buckets: 'a' })).to.match(/there is no option options\.media-s3\.buckets; did you mean/);
    });
  });

  describe('over HTTP', () => {
    let folder: string;
    let host: Host;
    let url: string;
    const errors: unknown[] = [];
    const start = async (signedFor: number) => {
      host = await createHost({
        database: 'sqlite::memory:',
        log: { ...silentLogger, error: (...parts: unknown[]) => void errors.push(parts) },
        plugins: { only: ['media', 'media-s3'] },
        options: {
          media: { disk: false, folder },
          'media-s3': { ...KEY, bucket: 'files', endpoint: store.address, region: 'eu-central-1', signedFor },
        },
      });
      url = await host.listen(0, '127.0.0.1');
    };

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
      await mkdir(join(folder, '2026'));
      await writeFile(join(folder, '2026/on-disk.txt'), 'x');
    });

    afterEach(() => host.close());

    after(() => rm(folder, { recursive: true }));

    it('are sent through the site, in ranges too', async () => {
      await start(0);
      store.objects.set('2026/ten.txt', { bytes: Buffer.from('0123456789'), headers: {} });
      const stored = (path: string, headers = {}) => fetch(`${url}/cms-content/uploads/2026/${path}`, { headers });
      const whole = await stored('ten.txt');
      expect([whole.status, await whole.text()]).to.deep.equal([200, '0123456789']);
      const part = await stored('ten.txt', { Range: 'bytes=-3' });
      expect([part.status, await part.text(), part.headers.get('content-range')]).to.deep.equal([
        206,
        '789',
        'bytes 7-9/10',
      ]);
      expect((await stored('on-disk.txt')).status).to.equal(404);
      expect(errors).to.deep.equal([]);
    });

    it('are 503 while the store fails, which the log tells once, with the reason', async () => {
      await start(0);
      store.objects.set('2026/ten.txt', { bytes: Buffer.from('0123456789'), headers: {} });
      store.failing = 503;
      for (let time = 0; time < 3; time++) {
        const { status, headers } = await fetch(`${url}/cms-content/uploads/2026/ten.txt`);
        expect([status, headers.get('Retry-After')]).to.deep.equal([503, '60']);
      }
      expect(errors).to.have.lengthOf(1);
      const [details, message] = errors[0] as [{ err: Error }, string];
      expect(details.err.message).to.equal('HEAD 2026/ten.txt: 503');
      expect(message).to.include(`bucket "files" of ${store.address} fails`);
    });

    it('are where a signed address leads', async () => {
      await start(60);
      store.objects.set('2026/ten.txt', { bytes: Buffer.from('0123456789'), headers: {} });
      const led = await fetch(`${url}/cms-content/uploads/2026/ten.txt`, { redirect: 'manual' });
      expect([led.status, led.headers.get('cache-control')]).to.deep.equal([302, 'no-store']);
      expect(await (await fetch(led.headers.get('location')!)).text()).to.equal('0123456789');
      expect((await fetch(`${url}/cms-content/uploads/2026/none.txt`)).status).to.equal(404);
    });
  });
});
