import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Compiler, startCompiler } from '../../host/plugin-check/compiler.ts';

const MARK = '// @ts-expect-error ';

/** The message that is expected of each line, by the number of the line. */
const expectedIn = (text: string): [line: number, message: string][] =>
  text.split('\n').flatMap((line, at) => (line.includes(MARK) ? [[at + 2, line.split(MARK)[1]!]] : []));

describe('the compiler', () => {
  let folder: string;
  let compiler: Compiler;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-messages-'));
    compiler = await startCompiler(fileURLToPath(new URL('.', import.meta.url)));
  });
  after(() => {
    compiler.close();
    rmSync(folder, { recursive: true });
  });

  for (const [name, least] of [
    ['names', 7],
    ['capabilities', 4],
    ['fixtures', 2],
  ] as const) {
    it(`says in one line what is wrong in ${name}.ts, and nothing else`, () => {
      const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
      const expected = expectedIn(text);
      expect(expected).to.have.length.of.at.least(least);
      const own = join(folder, name);
      mkdirSync(own);
      const entry = join(own, `${name}.ts`);
      writeFileSync(entry, text.replaceAll(MARK, '// '));
      const { files, diagnosticsOf } = compiler.compile(entry, own);
      const [file] = files;
      const said = diagnosticsOf(file!).map(({ pos, text: message, messageChain = [] }) => {
        expect(messageChain, message).to.deep.equal([]);
        return [file!.getLineAndCharacterOfPosition(pos).line + 1, message];
      });
      expect(said).to.deep.equal(expected);
    }).timeout(60_000);
  }
});
