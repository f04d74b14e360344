import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundlePlugin } from '../../host/isolation/bundle.ts';

describe('the script of an isolated plugin', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-bundle-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made while that of another one is made, whichever is done first', async () => {
    const [late, early] = ['late', 'early'].map((name) => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'index.ts'), `import { word } from './word.ts'; export default word;`);
      return bundlePlugin.bind(undefined, { entry: join(folder, name, 'index.ts'), mode: true, network: false });
    });
    writeFileSync(join(folder, 'early/word.ts'), `export const word = 'soon';`);
    // What reads a pipe waits until something is written into it.
    execFileSync('mkfifo', [join(folder, 'late/word.ts')]);
    const waiting = late!();
    expect(await early!()).to.include('soon');
    const [script] = await Promise.all([
      waiting,
      writeFile(join(folder, 'late/word.ts'), `export const word = 'later';`),
    ]);
    expect(script).to.include('later');
    expect(await early!()).to.include('soon');
  });
});
