import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { MediaStorage } from '../../../plugins/media/index.ts';
import { DiskStorage } from '../../../plugins/media/storage/disk-storage.ts';
import { openMediaSite } from './media-site.ts';
import { picture } from './pictures.ts';
import { refusesWrongPaths } from './wrong-paths.ts';

/** Keeps files in memory, and gives them addresses of another site. */
class MemoryStorage implements MediaStorage {
  readonly files = new Map<string, Buffer>();

  async put(path: string, bytes: Readable | Uint8Array): Promise<boolean> {
    if (this.files.has(path)) return false;
    this.files.set(path, Buffer.concat(bytes instanceof Uint8Array ? [bytes] : await bytes.toArray()));
    return true;
  }
  async read(path: string): Promise<Readable> {
    return Readable.from([this.files.get(path)]);
  }
  async stat(path: string) {
    const file = this.files.get(path);
    return file === undefined ? null : { size: file.length, modified: new Date(0) };
  }
  async exists(path: string): Promise<boolean> {
    return this.files.has(path);
  }
  async delete(path: string): Promise<void> {
    this.files.delete(path);
  }
  async usage(): Promise<number> {
    return 0;
  }
  url(path: string): string {
    return `https://files.example/${path}`;
  }
}

describe('files on the local disk', () => {
  let folder: string;
  let storage: DiskStorage;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
    storage = new DiskStorage(join(folder, 'uploads'), () => 'http://localhost/files');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are put, read, measured and removed', async () => {
    expect(await storage.put('2026/a.txt', Readable.from([Buffer.from('0123'), Buffer.from('456789')]))).to.equal(true);
    expect(await text(await storage.read('2026/a.txt'))).to.equal('0123456789');
    expect(await text(await storage.read('2026/a.txt', { start: 2, end: 4 }))).to.equal('234');
    expect((await storage.stat('2026/a.txt'))?.size).to.equal(10);
    expect(await storage.usage()).to.equal(10);
    await storage.delete('2026/a.txt');
    await storage.delete('2026/a.txt');
    expect(await storage.exists('2026/a.txt')).to.equal(false);
    expect(storage.url('2026/a.txt')).to.equal('http://localhost/files/2026/a.txt');
  });

  it('keep their bytes when their path is requested again', async () => {
    await storage.put('a.txt', Buffer.from('first'));
    expect(await storage.put('a.txt', Buffer.from('second'))).to.equal(false);
    expect(await text(await storage.read('a.txt'))).to.equal('first');
  });

  it('are not there when their bytes break off', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('broken off');
    }
    const outcome = await storage.put('a.txt', Readable.from(broken())).catch((error: Error) => error.message);
    expect(outcome).to.equal('broken off');
    expect(await storage.exists('a.txt')).to.equal(false);
  });

  it('use no room before there are any', async () => {
    expect(await storage.usage()).to.equal(0);
    expect(await storage.stat('2026')).to.equal(null);
  });

  refusesWrongPaths(() => storage);
});

describe('files in the storage of another plugin', () => {
  it('are stored and removed there, and have its addresses', async () => {
    const memory = new MemoryStorage();
    const site = await openMediaSite({
      options: { disk: false },
      plugins: [
        definePlugin({
          name: 'memory-storage',
          version: '1.0.0',
          description: 'Keeps files in memory.',
          setup: (host) => host.provide(MediaStorage, memory),
        }),
      ],
    });
    const { status, data } = await site.upload(await picture(400, 300), 'a.jpg');
    const { id, source_url } = data as { id: number; source_url: string };
    expect([status, source_url]).to.deep.equal([201, 'https://files.example/2026/01/a.jpg']);
    expect([...memory.files.keys()].sort()).to.deep.equal([
      '2026/01/a-150x150.jpg',
      '2026/01/a-300x225.jpg',
      '2026/01/a.jpg',
    ]);
    const json = { src: source_url, rotation: 90 };
    expect((await site.send('POST', `/media/${id}/edit`, { as: 'author', json })).status).to.equal(201);
    await site.send('DELETE', `/media/${id}`, { as: 'author', query: { force: true } });
    expect([...memory.files.keys()].every((path) => path.includes('-edited'))).to.equal(true);
    expect(await site.files()).to.deep.equal([]);
    await site.close();
  });
});
