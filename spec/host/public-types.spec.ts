import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const CONFIGURATION = {
  compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, skipLibCheck: true, types: [] },
};

describe('the types of the built package', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-types-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/tappet'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** The complaints of the compiler about a plugin's setup, in a package that depends on tappet. */
  const compile = (setup: string): Promise<string> => {
    const plugin = `{ name: 'mine', version: '1.0.0', description: 'Mine.', setup({ hooks, use }) { ${setup} } }`;
    writeFileSync(
      join(folder, 'index.ts'),
      `import { definePlugin, serviceToken } from 'tappet';\nexport default definePlugin(${plugin});\n`,
    );
    return new Promise((done) => {
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      execFile(process.execPath, [tsc, '-p', folder], { cwd: folder }, (_error, out) => done(out));
    });
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

  it('know the services of those plugins by name', async () => {
    expect(await compile(`use(serviceToken('content-types')).register('book', { public: true });`)).to.equal('');
    expect(await compile(`use(serviceToken('content-types')).enrol('book');`)).to.contain("'enrol' does not exist");
    expect(await compile(`use(serviceToken<{ price: number }>('prices')).price.toFixed();`)).to.equal('');
  });
});
