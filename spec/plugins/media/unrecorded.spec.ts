import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DiskStorage } from '../../../plugins/media/storage/disk-storage.ts';
import { UnrecordedFiles } from '../../../plugins/media/storage/unrecorded.ts';

/** The id of no process: Linux has none as high. */
const NOBODY = 2 ** 30;

describe('files that are stored before they are recorded', () => {
  let folder: string;
  let storage: DiskStorage;
  let unrecorded: UnrecordedFiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-unrecorded-'));
    storage = new DiskStorage(folder, () => 'http://localhost');
    unrecorded = new UnrecordedFiles(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = (path: string, by = storage as Pick<DiskStorage, 'put'>) => by.put(path, Buffer.from('x'));
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.unrecorded'))
      .map(({ name }) => name)
      .sort();
  const notes = () => readdirSync(join(folder, '.unrecorded'));
  /** A note as a process has left it. */
  const note = (pid: number, lines: string, machine = hostname()) => {
    mkdirSync(join(folder, '.unrecorded'), { recursive: true });
    writeFileSync(join(folder, '.unrecorded', `${machine}-${pid}-${'0'.repeat(11)}${notes().length}`), lines);
  };
  const clear = (recorded: readonly string[] = []) =>
    unrecorded.clear(storage, async (path) => recorded.includes(path));

  it('are noted until the work with them has ended, well or badly', async () => {
    await unrecorded.during(storage, async (noting) => {
      await put('2026/a.txt', noting);
      expect(notes()).to.have.length(1);
    });
    const failed = unrecorded.during(storage, async (noting) => {
      await put('2026/b.txt', noting);
      throw new Error('no record');
    });
    expect(await failed.catch(({ message }) => message)).to.equal('no record');
    expect(notes()).to.eql([]);
    expect(files()).to.eql(['a.txt', 'b.txt']);
  });

  it('are removed when their process is gone, but for those that have a record after all', async () => {
    for (const name of ['a.txt', 'b.txt', 'mine.txt']) await put(`2026/${name}`);
    note(NOBODY, '2026/a.txt\n2026/b.txt\n2026/never-made.txt\n2026/mine.t');
    expect(await clear(['2026/b.txt'])).to.equal(1);
    expect(files()).to.eql(['b.txt', 'mine.txt']);
    expect(notes()).to.eql([]);
  });

  it('stay while their process runs, whichever it is, and those of other machines', async () => {
    await put('a.txt');
    await put('b.txt');
    note(process.ppid, 'a.txt\n');
    note(NOBODY, 'b.txt\n', 'another-machine');
    // The dead process has noted what the living one has stored under the name since.
    note(NOBODY, 'a.txt\n');
    await unrecorded.during(storage, async (noting) => {
      await put('c.txt', noting);
      expect(await clear()).to.equal(0);
    });
    expect(files()).to.eql(['a.txt', 'b.txt', 'c.txt']);
    expect(notes()).to.have.length(2);
  });

  it('are not those that were there before', async () => {
    await put('photo.jpg');
    await unrecorded.during(storage, async (noting) => {
      expect(await put('photo.jpg', noting)).to.equal(false);
      expect(notes()).to.have.length(1);
      note(NOBODY, 'photo.jpg\n/photo.jpg\n');
      expect(await clear()).to.equal(0);
    });
    expect(files()).to.eql(['photo.jpg']);
  });

  it('are removed by no line that leads out of the folder', async () => {
    writeFileSync(`${folder}.txt`, 'x');
    note(NOBODY, `../${folder.split('/').at(-1)}.txt\n/etc/passwd\n.unrecorded/x\n`);
    expect(await clear()).to.equal(0);
    rmSync(`${folder}.txt`);
  });
});
