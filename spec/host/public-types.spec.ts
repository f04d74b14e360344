import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { copyOutside, linkPackages } from '../support/outside-copy.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const EXAMPLES = join(ROOT, 'spec/fixtures/plugins');

const CONFIGURATION = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [] as string[],
  },
};

describe('the types of the built package', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-types-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/tappet'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...CONFIGURATION, files: ['index.ts'] }));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** The compiler's diagnostics of a plugin's setup, in a package that depends on tappet. */
  const compile = (setup: string, more = ''): Promise<string> => {
    const plugin = `{ name: 'mine', version: '1.0.0', description: 'Mine.', setup({ hooks, use }) { ${setup} } }`;
    writeFileSync(
      join(folder, 'index.ts'),
      `import { definePlugin, type HookDeclaration, serviceToken } from 'tappet';\n${more}\nexport type Declared = HookDeclaration;\nexport default definePlugin(${plugin});\n`,
    );
    return compileFolder(folder);
  };

  const compileFolder = (of: string): Promise<string> =>
    new Promise((done) => {
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      execFile(process.execPath, [tsc, '-p', of], { cwd: of }, (_error, out) => done(out));
    });

  /** Creates a package with the dependencies of its manifest, tappet, and the types of Node.js and mocha. */
  const packageOf = (name: string): string => {
    const place = join(folder, 'packages', name);
    cpSync(join(EXAMPLES, name), place, { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    for (const one of [...Object.keys(dependencies), '@types/node', '@types/mocha']) {
      mkdirSync(join(place, 'node_modules', one, '..'), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', one), join(place, 'node_modules', one));
    }
    const { compilerOptions } = CONFIGURATION;
    const options = { ...compilerOptions, types: ['node', 'mocha'], allowImportingTsExtensions: true };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
    return place;
  };

  it('know the hooks of the plugins that come with the host, by an import of tappet alone', async () => {
    const tap = (type: string) =>
      compile(`hooks.filter('rest_prepare_post').tap('mine', (response, post) => {
        const id: ${type} = post.id;
        return response.header('X-Post', String(id));
      });`);
    expect(await tap('number')).to.equal('');
    expect(await tap('string')).to.contain("Type 'number' is not assignable to type 'string'");
  });

  for (const name of readdirSync(EXAMPLES).filter((one) => one !== 'library')) {
    it(`are all that the example plugin ${name} and its spec need`, async () => {
      expect(await compileFolder(packageOf(name))).to.equal('');
    });
  }

  it('are all that a plugin which comes with the host needs as a package of others: two-factor', async () => {
    const place = join(folder, 'packages/two-factor');
    copyOutside('two-factor', place);
    linkPackages(place, ['@types/node', 'uqr']);
    const compilerOptions = { ...CONFIGURATION.compilerOptions, types: ['node'], allowImportingTsExtensions: true };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    expect(await compileFolder(place)).to.equal('');
  });

  it('know what other plugins add to the catalogues', async () => {
    const additions = `declare module 'tappet' {
      interface ServiceCatalogue { prices: { of(name: string): number } }
      interface HookCatalogue { my_price: HookDeclaration<'filter', 'sync', [price: number]> }
    }`;
    const use = (text: string) => compile(`${text}; hooks.filter('my_price').call(1).toFixed();`, additions);
    expect(await use(`use(serviceToken('prices')).of('tea').toFixed()`)).to.equal('');
    expect(await use(`use(serviceToken('prices')).of(1)`)).to.contain("'number' is not assignable");
  });

  it('know the services of those plugins by name', async () => {
    expect(await compile(`use(serviceToken('content-types')).register('book', { public: true });`)).to.equal('');
    expect(await compile(`use(serviceToken('content-types')).enrol('book');`)).to.contain("'enrol' does not exist");
    expect(await compile(`use(serviceToken<{ price: number }>('prices')).price.toFixed();`)).to.equal('');
  });
});
