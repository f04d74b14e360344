import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('the package of tappet', () => {
  let files: string[];
  before(async () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 2 ** 26 });
    files = (JSON.parse(stdout) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path);
  });

  it('holds every file that its own pages lead to', () => {
    const pages = files.filter((path) => /^(?:README\.md|docs\/.*\.md|plugins\/README\.md)$/.test(path));
    const named = pages.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(([, link]) =>
        normalize(join(dirname(page), link!)).replace(/\/$/, ''),
      ),
    );
    expect(pages.length).to.be.above(20);
    const missing = named.filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)));
    expect([...new Set(missing)]).to.deep.equal([]);
  });

  it('holds the example plugins with their specs, and no packages of theirs', () => {
    for (const name of ['events', 'jwt-auth', 'webhooks']) {
      expect(files)
        .to.include(`spec/fixtures/plugins/${name}/index.ts`)
        .and.include(`spec/fixtures/plugins/${name}/${name}.spec.ts`);
    }
    expect(files.filter((path) => /node_modules/.test(path))).to.deep.equal([]);
  });

  it('holds no sources, no specs of its own and no data', () => {
    const odd = (path: string) =>
      /^(?:core|host|data)\/|^spec\/(?!fixtures\/plugins\/|pictures\/|bench\/README\.md$)/.test(path);
    expect(files.filter(odd)).to.deep.equal([]);
  });
});
