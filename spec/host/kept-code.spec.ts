import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const KEPT_CODE = new URL('../../host/kept-code.ts', import.meta.url).href;
const BUILT = fileURLToPath(new URL('../../dist/code/', import.meta.url));

/** A script as the build makes it; the numbers are of one length, so that the engine cannot tell two such scripts apart. */
const script = (number: 41 | 42): string => `(function (module, require, importMeta, $mport) {
  const { basename } = require('node:path');
  module.exports = {
    number: () => ${number},
    place: () => basename(importMeta.url),
    imported: () => $mport('node:os').then(({ EOL }) => EOL),
  };
})`;

describe('kept code', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;

  /** Runs the script in a process of its own, which then does what is given; answers with what the script gives. */
  const run = (then = '', flags: readonly string[] = []): { number: number; place: string; imported: string } => {
    const code = `
      import { rmSync } from 'node:fs';
      import { runKept } from '${KEPT_CODE}';
      import { collectOften, withFirstFlags } from '${new URL('../../host/collect.ts', import.meta.url).href}';
      const { exports, keep } = runKept(process.argv[2], import.meta, (specifier) => import(specifier));
      const { number, place, imported } = exports;
      console.log(JSON.stringify({ number: number(), place: place(), imported: await imported() }));
      ${then}`;
    const main = join(folder, 'main.mjs');
    writeFileSync(main, code);
    return JSON.parse(execFileSync(process.execPath, [...flags, '--import', TSX, main, file], { encoding: 'utf8' }));
  };
  const kept = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.cache'));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-kept-'));
    file = join(folder, 'all.cjs');
    writeFileSync(file, script(41));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is of a script that requires, imports, and knows the module that runs it', () => {
    expect(run()).to.deep.equal({ number: 41, place: 'main.mjs', imported: '\n' });
    expect(kept()).to.deep.equal([]);
  });

  it('is run in place of the text from then on', () => {
    run('keep();');
    expect(kept()).to.have.length(1);
    writeFileSync(file, script(42));
    expect(run().number).to.equal(41);
    rmSync(join(folder, kept()[0]!));
    expect(run().number).to.equal(42);
  });

  it('is kept once, with the flags with which the engine started', () => {
    run('collectOften(); keep();');
    expect(kept()).to.deep.equal([]);
    run('collectOften(); withFirstFlags(keep);');
    const [name] = kept();
    const { mtimeMs } = statSync(join(folder, name!));
    run('keep();');
    expect(kept()).to.deep.equal([name]);
    expect(statSync(join(folder, name!)).mtimeMs).to.equal(mtimeMs);
  });

  it('is of one engine with its flags', () => {
    run('keep();');
    run('keep();', ['--stack-size=900']);
    expect(kept()).to.have.length(2);
  });

  it('is made anew where it is damaged', () => {
    run('keep();');
    const path = join(folder, kept()[0]!);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    expect(run('keep();').number).to.equal(41);
    expect(readFileSync(path)).to.have.length(whole.length);
  });

  it('is done without where it cannot be written', () => {
    expect(run("rmSync(process.argv[2].replace('all.cjs', ''), { recursive: true }); keep();").number).to.equal(41);
    expect(existsSync(folder)).to.equal(false);
  });

  it('is there once a build is made, for starts of the server', function () {
    if (!existsSync(BUILT)) this.skip();
    const tag = execFileSync(process.execPath, ['-p', 'v8.cachedDataVersionTag().toString(16)'], { encoding: 'utf8' });
    expect(readdirSync(BUILT).filter((name) => name.endsWith(`.cjs.${tag.trim()}.cache`))).to.have.length(1);
  });
});
