import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { runCommand } from '../../support/run-command.ts';

const LIBRARY = fileURLToPath(new URL('../../fixtures/plugins/library', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

const USE = `import type { CreateBook, Operations, Post } from './api.d.ts';
type Get = Operations['getCmsV2PostsById'];
export const answer: Get['answer'] = { id: 1, title: { rendered: 'One' } };
export const parameters: Get['parameters'] = { id: 1 };
export const query: Operations['getCmsV2Books']['query'] = { per_page: 5, order: 'asc', shelves: [1] };
export const book: CreateBook = { title: 'Emma', pages: 474 };
export const method: Get['method'] = 'GET';
export const list: Operations['getCmsV2Books']['answer'] = [{ id: 1, pages: 474 }];
export const post: Post = answer as Post;
`;

describe('the types that the command writes', () => {
  let host: Host;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-types-'));
    host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins: { folders: [LIBRARY] } });
    const lines = await runCommand(host.generation, 'types', {}, { out: join(folder, 'api.d.ts') });
    expect(lines.join()).to.match(/^Success: wrote the types to .*api\.d\.ts\.$/);
  });
  after(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  const compile = (text: string): string => {
    writeFileSync(join(folder, 'use.ts'), text);
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    const options = ['--allowImportingTsExtensions', '--exactOptionalPropertyTypes', '--ignoreConfig'];
    return spawnSync(TSC, [...flags, ...options, 'use.ts', 'api.d.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
  };

  it('compile, with content types and fields of third parties', () => {
    expect(compile(USE)).to.equal('');
  });

  it('refuse what does not fit', () => {
    const wrong = compile(`${USE}answer.titel;\nexport const no: CreateBook = { pages: 'many' };\n`);
    expect(wrong).to.include('titel').and.include("'string' is not assignable to type 'number'");
  });

  it('are printed when no file is named, the same each time', async () => {
    const printed = await runCommand(host.generation, 'types', {}, {});
    expect(`${printed.join('\n')}\n`).to.equal(readFileSync(join(folder, 'api.d.ts'), 'utf8'));
  });

  it('are not written where there is no such folder, and the command says so', async () => {
    const out = join(folder, 'none/api.d.ts');
    const refusal = await runCommand(host.generation, 'types', {}, { out }).catch((error: Error) => error.message);
    expect(refusal).to.include(`${out} cannot be written`);
  });
});
