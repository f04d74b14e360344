import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost } from '../../../host/index.ts';
import { DiskStorage } from '../../../plugins/media/storage/disk-storage.ts';

describe('the folder of uploads', () => {
  let outside: string;
  let folder: string;
  let storage: DiskStorage;
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'tappet-outside-'));
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    folder = join(outside, 'uploads');
    storage = new DiskStorage(folder, () => 'http://localhost');
  });
  afterEach(() => rmSync(outside, { recursive: true }));

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      ({ code }) => code,
    );

  it('has no file that a link leads to, nor one behind a linked folder: none is read, written or removed', async () => {
    mkdirSync(folder);
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'a.txt'));
    symlinkSync(outside, join(folder, '2026'));
    for (const path of ['a.txt', '2026/secret.txt']) {
      expect(await storage.stat(path), path).to.equal(null);
      expect(await storage.exists(path), path).to.equal(false);
      expect(await failure(storage.read(path)), path).to.be.oneOf(['ELOOP', 'EACCES']);
    }
    expect(await failure(storage.put('2026/new.txt', Buffer.from('x')))).to.equal('EACCES');
    await storage.delete('2026/secret.txt');
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).to.equal('secret');
  });

  it('may be a link itself', async () => {
    mkdirSync(join(outside, 'large-disk'));
    symlinkSync(join(outside, 'large-disk'), folder);
    expect(await storage.put('2026/a.txt', Buffer.from('x'))).to.equal(true);
    expect(await storage.exists('2026/a.txt')).to.equal(true);
    await storage.delete('2026/a.txt');
    expect(await storage.exists('2026/a.txt')).to.equal(false);
  });

  it('is made for the user of the process alone, as its files are, and those of the database', async () => {
    await storage.put('2026/a.txt', Buffer.from('x'));
    const database = join(outside, 'data/site.db');
    const host = await createHost({ database: `sqlite:${database}`, logLevel: 'silent' });
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(['', '2026', '2026/a.txt'].map((path) => mode(join(folder, path)))).to.eql(['700', '700', '600']);
    expect(mode(join(outside, 'data'))).to.equal('700');
    expect(['', '-wal', '-shm'].map((end) => mode(database + end))).to.eql(['600', '600', '600']);
    await host.close();
  });
});
