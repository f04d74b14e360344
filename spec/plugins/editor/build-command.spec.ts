import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildCommand } from '../../../plugins/editor/build-command.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { runDefinition } from '../../support/run-command.ts';

describe('editor build', () => {
  let folder: string;
  let app: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-build-'));
    app = join(folder, 'app');
    mkdirSync(join(app, 'node_modules'), { recursive: true });
    writeFileSync(join(app, 'node_modules/left'), '');
    const name = { name: 'app', version: '1.0.0' };
    writeFileSync(join(app, 'package.json'), JSON.stringify(name));
    writeFileSync(
      join(app, 'package-lock.json'),
      JSON.stringify({ ...name, lockfileVersion: 3, packages: { '': name } }),
    );
    program(`mkdirSync('dist');
      writeFileSync('dist/manifest.json', JSON.stringify({ left: existsSync('node_modules/left') }));
      console.log('bundled');`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const program = (text: string) =>
    writeFileSync(
      join(app, 'build.js'),
      `const { existsSync, mkdirSync, writeFileSync } = require('node:fs');\n${text}`,
    );
  const target = () => join(folder, 'data/editor');
  const build = async () => {
    const generation = await buildTestGeneration([]);
    try {
      return await runDefinition(buildCommand(target(), app), generation);
    } finally {
      await generation.dispose();
    }
  };

  it('installs and bundles a copy of the sources, and puts what is built in the place of what was there', async () => {
    expect(await build())
      .to.include('bundled')
      .and.include(`Success: Built the editor into ${target()}.`);
    expect(JSON.parse(readFileSync(join(target(), 'manifest.json'), 'utf8'))).to.deep.equal({ left: false });
    expect(existsSync(join(app, 'dist'))).to.equal(false);
    program(`mkdirSync('dist'); writeFileSync('dist/other.json', '');`);
    await build();
    expect(readdirSync(target())).to.deep.equal(['other.json']);
    expect(readdirSync(join(folder, 'data'))).to.deep.equal(['editor']);
  });

  it('leaves what was there when it fails, with the reason in one line', async () => {
    await build();
    program(`console.error('two Reacts'); process.exit(1);`);
    const failure = await build().catch((error: Error) => error);
    expect(failure).to.have.property('message', 'node build.js failed: two Reacts');
    writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', dependencies: { none: '1.0.0' } }));
    expect(await build().catch((error: Error) => error))
      .to.have.property('message')
      .that.matches(/^npm ci failed: /);
    expect(readdirSync(target())).to.deep.equal(['manifest.json']);
  });
});
