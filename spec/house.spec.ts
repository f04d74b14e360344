import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Every TypeScript file below a folder, relative to the repository. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

/** The modules that a file imports at run time or for types, and whether each is for types alone. */
function imports(file: string): { specifier: string; typesOnly: boolean }[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const pattern = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g;
  return [...text.matchAll(pattern)].map((match) => ({
    specifier: match[2] ?? match[3]!,
    typesOnly: match[1] !== undefined,
  }));
}

/** Where a relative import leads, relative to the repository; undefined for a package. */
const target = (file: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : undefined;

const pluginOf = (path: string): string | undefined => /^plugins\/([^/]+)\//.exec(path)?.[1];

/** The plugins of third parties that stand on the public face alone; `library` shows how classes of plugins are reached. */
const EXAMPLES = readdirSync(join(root, 'spec/fixtures/plugins')).filter((name) => name !== 'library');

/** The packages that a folder's plugin says it depends on. */
function dependencies(folder: string): string[] {
  const manifest = join(root, folder, 'package.json');
  if (!existsSync(manifest)) return [];
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
}

describe('the house', () => {
  const files = { core: sources('core'), plugins: sources('plugins'), host: sources('host') };

  it('core imports neither host nor plugins, no Koa and no database', () => {
    const wrong = files.core.flatMap((file) =>
      imports(file)
        .filter(({ specifier }) => {
          const path = target(file, specifier);
          return path === undefined ? /^(@?koa|kysely|better-sqlite3|pg)\b/.test(specifier) : !path.startsWith('core/');
        })
        .map(({ specifier }) => `${file} -> ${specifier}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('a plugin imports core through its index, and of other plugins their index alone', () => {
    const wrong = files.plugins.flatMap((file) =>
      imports(file)
        .map(({ specifier }) => ({ specifier, path: target(file, specifier) }))
        .filter(({ path }) => {
          if (path === undefined) return false;
          const other = pluginOf(path);
          if (other !== undefined) return other !== pluginOf(file) && path !== `plugins/${other}/index.ts`;
          return path !== 'core/index.ts';
        })
        .map(({ specifier }) => `${file} -> ${specifier}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('host imports core and itself, and names no plugin', () => {
    const names = readdirSync(join(root, 'plugins'));
    const wrong = files.host.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const far = imports(file)
        .filter(({ specifier }) => target(file, specifier)?.startsWith('plugins/'))
        .map(({ specifier }) => `${file} -> ${specifier}`);
      // What a new plugin begins with shows how a plugin names what it requires.
      if (file.startsWith('host/scaffold/templates/')) return far;
      const named = names
        .filter((name) => name.includes('-') && text.includes(`'${name}'`))
        .map((name) => `${file} names ${name}`);
      return [...far, ...named];
    });
    expect(wrong).to.deep.equal([]);
  });

  it('nothing imports spec', () => {
    const wrong = Object.values(files)
      .flat()
      .filter((file) => imports(file).some(({ specifier }) => target(file, specifier)?.startsWith('spec/')));
    expect(wrong).to.deep.equal([]);
  });

  it('the example plugins import nothing but tappet, its test kit, their own dependencies and Node.js', () => {
    const wrong = EXAMPLES.flatMap((name) => {
      const folder = `spec/fixtures/plugins/${name}`;
      const own = ['tappet', 'tappet/testing', ...dependencies(folder)];
      return sources(folder).flatMap((file) =>
        imports(file)
          .filter(({ specifier }) => {
            const path = target(file, specifier);
            if (path !== undefined) return !path.startsWith(`${folder}/`);
            return !specifier.startsWith('node:') && !own.includes(specifier);
          })
          .map(({ specifier }) => `${file} -> ${specifier}`),
      );
    });
    expect(wrong).to.deep.equal([]);
  });

  it('run-time imports between plugins make no circle', () => {
    const edges = new Map<string, Set<string>>();
    for (const file of files.plugins) {
      const from = pluginOf(file)!;
      for (const { specifier, typesOnly } of imports(file)) {
        const to = pluginOf(target(file, specifier) ?? '');
        if (to !== undefined && to !== from && !typesOnly) edges.set(from, (edges.get(from) ?? new Set()).add(to));
      }
    }
    const circles: string[] = [];
    const visit = (plugin: string, path: string[]) => {
      if (path.includes(plugin)) circles.push([...path.slice(path.indexOf(plugin)), plugin].join(' -> '));
      else for (const next of edges.get(plugin) ?? []) visit(next, [...path, plugin]);
    };
    for (const plugin of edges.keys()) visit(plugin, []);
    expect([...new Set(circles)]).to.deep.equal([]);
  });

  it('every plugin folder holds a definition of its own name and a README', async () => {
    for (const name of readdirSync(join(root, 'plugins'))) {
      const { default: definition } = await import(join(root, 'plugins', name, 'index.ts'));
      expect(definition?.name, `plugins/${name}`).to.equal(name);
      // One that says nothing keeps every answer that it has a part in from being kept.
      expect(definition.cacheable, `cacheable of plugins/${name}`).to.be.a('boolean');
      expect(readdirSync(join(root, 'plugins', name)), `plugins/${name}`).to.include('README.md');
    }
  });

  describe('packages', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const namesIn = (...fields: string[]) => fields.flatMap((field) => Object.keys(manifest[field] ?? {}));
    /** The packages that files import, each with a file that does. */
    const packagesOf = (of: readonly string[]): Map<string, string> =>
      new Map(
        of.flatMap((file) =>
          imports(file)
            .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0])
            .filter((name) => !/^(?:[.$]|node:|tappet$)/.test(name))
            .map((name): [string, string] => [name, file]),
        ),
      );
    const running = packagesOf(Object.values(files).flat());

    it('every dependency is imported by what runs', () => {
      expect(namesIn('dependencies').filter((name) => !running.has(name))).to.deep.equal([]);
    });

    it('whatever runs imports declared dependencies alone, and specs those of development too', () => {
      const beside = packagesOf(sources('spec').filter((file) => !file.startsWith('spec/fixtures/')));
      const undeclared = (packages: Map<string, string>, known: readonly string[]) =>
        [...packages].filter(([name]) => !known.includes(name)).map(([name, file]) => `${file} -> ${name}`);
      const known = namesIn('dependencies', 'peerDependencies');
      expect(undeclared(running, known)).to.deep.equal([]);
      expect(undeclared(beside, [...known, ...namesIn('devDependencies')])).to.deep.equal([]);
    });
  });

  it('every folder of the top level is one of the house', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['.git', '.ci', 'node_modules', 'dist', 'data'].includes(entry.name))
      .map((entry) => entry.name);
    expect(folders.sort()).to.deep.equal(['core', 'host', 'plugins', 'spec']);
  });
});
