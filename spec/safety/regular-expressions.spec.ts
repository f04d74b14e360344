import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'acorn';
import { expect } from 'chai';
import { transformSync } from 'esbuild';
import { analyse } from 'scslre';
import { expectProportionalTime, filledWith } from '../support/growth.ts';

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files that run, relative to the repository. */
const FILES = ['core', 'host', 'plugins'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.ts$/.test(name) && !/node_modules|\/app\//.test(name))
    .map((name) => join(folder, name)),
);

/** The regular expressions that a file holds as literals. */
function literalsOf(file: string): Expression[] {
  const { code } = transformSync(readFileSync(join(root, file), 'utf8'), { loader: 'ts', target: 'es2024' });
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push({ source: regex.pattern, flags: regex.flags, file });
    else for (const part of Object.values(node)) visit(part);
  };
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return found;
}

/** How an expression may take more than linear time; empty where it cannot. */
const dangersOf = ({ source, flags }: Expression): string[] =>
  analyse({ source, flags }).reports.map(
    ({ type, exponential }) => `${exponential ? 'exponential' : 'polynomial'} ${type}`,
  );

/** Expressions that the analysis takes for dangerous, and that hostile input shows to be linear. */
const EXCEPTIONS: readonly (Pick<Expression, 'file'> & {
  readonly begins: string;
  readonly pieces: readonly string[];
})[] = [
  {
    // Its last alternative takes every word that the others leave.
    file: 'plugins/content-rendering/shortcode-syntax.ts',
    begins: String.raw`([\w-]+)\s*=\s*"`,
    pieces: ['a', 'a=', 'a ', 'a="', "a='", 'a=" ', '-', ' ', '"', "'a", '" "', 'a =', 'a = "'],
  },
];

const exceptionOf = ({ file, source }: Expression) =>
  EXCEPTIONS.find((exception) => exception.file === file && source.startsWith(exception.begins));

describe('regular expressions', () => {
  const literals = FILES.flatMap(literalsOf);
  const dangerous = (expressions: readonly Expression[]) =>
    expressions
      .filter((expression) => exceptionOf(expression) === undefined)
      .flatMap((expression) =>
        dangersOf(expression).map((danger) => `${expression.file}: /${expression.source}/ ${danger}`),
      );

  it('as literals take linear time whatever they are given', () => {
    expect(literals).to.have.length.above(400);
    expect(dangerous(literals)).to.deep.equal([]);
  });

  it('that are built from text, those of routes and schemas included, do too', async () => {
    const script = fileURLToPath(new URL('built-expressions.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], {
      cwd: root,
      maxBuffer: 2 ** 26,
    });
    const built: Expression[] = JSON.parse(stdout);
    expect(built.map(({ file }) => file)).to.include.members([
      'core/rest/route-table.ts',
      'plugins/formatting/quotes.ts',
      'plugins/formatting/texturize.ts',
    ]);
    expect(dangerous(built)).to.deep.equal([]);
  });

  it('are found where they backtrack', () => {
    const found = (source: string, flags = '') => dangersOf({ source, flags, file: '' });
    expect(found('\\s+$')).to.deep.equal(['polynomial Move']);
    expect(found('^(?:a+)+$')).to.deep.equal(['exponential Self']);
    expect(found('^a*a*b$')).to.deep.equal(['polynomial Trade']);
  });

  for (const { file, begins, pieces } of EXCEPTIONS) {
    const expression = literals.find((literal) => literal.file === file && literal.source.startsWith(begins));
    it(`${file}: /${begins}…/ is found dangerous, and is not`, async () => {
      expect(expression && dangersOf(expression)).to.not.be.empty;
      const { source, flags } = expression!;
      for (const piece of pieces) {
        await expectProportionalTime(filledWith(piece), (text) => text.replace(new RegExp(source, flags), ''));
      }
    });
  }
});
