import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { PACKAGE_PARTS } from '../host/package-parts.ts';

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

/** The file of a relative import, relative to the repository; undefined for a package. */
const target = (file: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : undefined;

const pluginOf = (path: string): string | undefined => /^plugins\/([^/]+)\//.exec(path)?.[1];

/** The names of the plugins that come with the host. */
const PLUGINS = readdirSync(join(root, 'plugins'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** The example plugins, which use only public exports; `library` shows how to use the classes of other plugins. */
const EXAMPLES = readdirSync(join(root, 'spec/fixtures/plugins')).filter((name) => name !== 'library');

/** The dependencies in the manifest of a plugin's folder. */
function dependencies(folder: string): string[] {
  const manifest = join(root, folder, 'package.json');
  if (!existsSync(manifest)) return [];
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
}

/** More names than that would hide those that most plugins need. */
const MOST_EXPORTS = 80;

/** Names of earlier versions, which the field's terms have replaced; `docs/glossary.md` has the words of today. */
const OLD_WORDS =
  /\b(?:kept|[kK]ept[A-Z]\w*|isKept|spoil\w*|spoilt|heard|[sS]itters?|[uU]nderway|letsGo|[fF]ootprints?|[sS]tateMark|[cC]hangeMark|BoundHook\w*|TapGate|HookNotes|IdleWish|[dD]emands?|[mM]akeNotes|isJsonAlone|LeftOut\w*|leftOut|[sS]etAside\w*|PluginLimits|faceOf|ClashError|[sS]tandIns?|writtenList|written-list|keeper|Keeper|collectSoon|collectOften|kit|[A-Z]\w*Kit|wantedValues|writeMore|lives|LIVES|whenReady|allReady|Transcript|[sS]tretch(?:es)?Of|[pP]assages?)\b/g;

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

  it('one file alone loads a driver of SQLite, as the version depends on Node.js', () => {
    const loads = /^import (?!type\b).* from 'better-sqlite3|\b(?:import|require)\('better-sqlite3/m;
    const all = [...Object.values(files).flat(), ...sources('spec')];
    expect(all.filter((file) => loads.test(readFileSync(join(root, file), 'utf8')))).to.deep.equal([]);
  });

  it('a plugin imports core through the indexes that are published, and of other plugins their index alone', () => {
    const wrong = files.plugins.flatMap((file) =>
      imports(file)
        .map(({ specifier }) => ({ specifier, path: target(file, specifier) }))
        .filter(({ path }) => {
          if (path === undefined) return false;
          const other = pluginOf(path);
          if (other !== undefined) return other !== pluginOf(file) && path !== `plugins/${other}/index.ts`;
          return path !== 'core/index.ts' && !PACKAGE_PARTS.some(([part]) => path === `core/${part}/index.ts`);
        })
        .map(({ specifier }) => `${file} -> ${specifier}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('host imports core and itself, and names no plugin', () => {
    const names = PLUGINS;
    const wrong = files.host.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const far = imports(file)
        .filter(({ specifier }) => target(file, specifier)?.startsWith('plugins/'))
        .map(({ specifier }) => `${file} -> ${specifier}`);
      // Templates of new plugins name required plugins.
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
      const parts = PACKAGE_PARTS.map(([, part]) => `tappet/${part}`);
      const own = ['tappet', 'tappet/superstruct', 'tappet/testing', ...parts, ...dependencies(folder)];
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

  /** The files that import themselves by way of others, types included; of imports that `isInside` accepts. */
  function inCircles(among: readonly string[], isInside: (file: string, path: string) => boolean): string[] {
    const edges = new Map(
      among.map((file) => [
        file,
        imports(file)
          .map(({ specifier }) => target(file, specifier))
          // A template of a file may hold the import of another that bears its name.
          .filter((path) => path !== undefined && path !== file && isInside(file, path)),
      ]),
    );
    const reachedFrom = (file: string): Set<unknown> => {
      const reached = new Set<unknown>(edges.get(file));
      // A set is walked to its end while it grows.
      for (const path of reached) for (const next of edges.get(path as string) ?? []) reached.add(next);
      return reached;
    };
    return among.filter((file) => reachedFrom(file).has(file));
  }

  it('no file of a plugin is imported, types included, by what it imports', () => {
    expect(inCircles(files.plugins, (file, path) => pluginOf(path) === pluginOf(file))).to.deep.equal([]);
  });

  it('no file of host is imported, types included, by what it imports', () => {
    expect(inCircles(files.host, (_file, path) => path.startsWith('host/'))).to.deep.equal([]);
  });

  it('folders of core make no circle, types included', () => {
    const folderOf = (path: string): string => (dirname(path) === 'core' ? path : dirname(path));
    const edges = new Map<string, Set<string>>();
    for (const file of files.core) {
      const from = folderOf(file);
      for (const { specifier } of imports(file)) {
        const to = target(file, specifier);
        if (to !== undefined && folderOf(to) !== from)
          edges.set(from, (edges.get(from) ?? new Set()).add(folderOf(to)));
      }
    }
    const reachedFrom = (folder: string): Set<string> => {
      const reached = new Set(edges.get(folder));
      // A set is walked to its end while it grows.
      for (const next of reached) for (const further of edges.get(next) ?? []) reached.add(further);
      return reached;
    };
    expect([...edges.keys()].filter((folder) => reachedFrom(folder).has(folder))).to.deep.equal([]);
  });

  it('no code is made from text', () => {
    const makers = /\bnew Function\b|\beval\(/;
    const wrong = Object.values(files)
      .flat()
      .filter((file) => makers.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).to.deep.equal([]);
  });

  describe('what tappet exports', () => {
    /** The names that a module exports, with the file that declares each. */
    const exportsOf = (file: string): Map<string, string> => {
      const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      const found = new Map<string, string>();
      const declared = /^export (?:async |abstract )*(?:const|function|class|interface|type) (\w+)/gm;
      for (const [, name = ''] of text.matchAll(declared)) found.set(name, file);
      const handed = /^export (?:type )?(?:\*|\{([^}]*)\}) from '(\.[^']+)'/gm;
      for (const [, names, from = ''] of text.matchAll(handed)) {
        const inner = exportsOf(target(file, from)!);
        const chosen = names?.split(',').map((name) => name.trim().replace(/^type /, '')) ?? [...inner.keys()];
        for (const name of chosen) if (name !== '') found.set(name, inner.get(name)!);
      }
      return found;
    };
    const exported = exportsOf('host/index.ts');

    it('is at most eighty names', () => expect(exported.size).to.be.at.most(MOST_EXPORTS));

    it('has a doc comment for each name, and for each parameter of a function', () => {
      const wrong = [...exported].filter(([name, file]) => {
        const text = readFileSync(join(root, file), 'utf8');
        const declaration = new RegExp(
          String.raw`(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n(?:\/\/ biome-ignore[^\n]*\n)?export (?:async |abstract )*(const|function|class|interface|type) ${name}\b(?:<[^(]*>)?\s*(\(\s*\w+)?`,
        ).exec(text);
        return declaration === null || (declaration[2] === 'function' && !declaration[1]!.includes('@param'));
      });
      expect(wrong).to.deep.equal([]);
    });
  });

  it('no comment says "whoever" where it can name who is meant', () => {
    const wrong = Object.values(files)
      .flat()
      .filter((file) => /\bwhoever\b/i.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).to.deep.equal([]);
  });

  it('no name is of the words that were replaced', () => {
    const wrong = Object.values(files)
      .flat()
      .flatMap((file) => {
        const code = readFileSync(join(root, file), 'utf8').replace(
          /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`[^`]*`|'[^'\n]*'|"[^"\n]*"/g,
          ' ',
        );
        return [...`${file.replaceAll('/', ' ')} ${code}`.matchAll(OLD_WORDS)].map(([word]) => `${file}: ${word}`);
      });
    expect(wrong).to.deep.equal([]);
  });

  it('every plugin folder holds a definition of its own name and a README', async () => {
    for (const name of PLUGINS) {
      const { default: definition } = await import(join(root, 'plugins', name, 'index.ts'));
      expect(definition?.name, `plugins/${name}`).to.equal(name);
      // A plugin that does not say so prevents caching of every answer that it affects.
      expect(definition.cacheable, `cacheable of plugins/${name}`).to.be.a('boolean');
      expect(readdirSync(join(root, 'plugins', name)), `plugins/${name}`).to.include('README.md');
    }
  });

  it('every plugin says its group, and plugins/README.md lists them all by group', async () => {
    for (const name of PLUGINS) {
      const { default: definition } = await import(join(root, 'plugins', name, 'index.ts'));
      expect(definition.group, `group of plugins/${name}; see PluginGroup in core/plugin.ts`).to.be.a('string');
    }
    const list = await import(join(root, '.ci/plugin-list.mjs'));
    const written = readFileSync(join(root, 'plugins/README.md'), 'utf8');
    expect(written, 'plugins/README.md is out of date: npm run plugins:list').to.equal(list.pluginList());
  });

  it('every section of the interface that a comment, a title or a hook cites is a heading in docs/interface', () => {
    const folder = join(root, 'docs/interface');
    const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const headings = new Set(
      pages.flatMap((page) => [...page.matchAll(/^#+ ([\d.]+) /gm)].map(([, number]) => number!)),
    );
    const number = String.raw`\d{1,2}(?:\.\d{1,2})?`;
    // "(4.1)", "(2.4, 4.4)", "(4.1 rules 2 and 3)", "section 4.5", and "section: '4.3'" of a declared hook.
    const citation = new RegExp(
      String.raw`\((${number}(?:, ${number})*)(?: rules? [^)]*)?\)|\bsections? (${number})`,
      'g',
    );
    const wrong: string[] = [];
    let cited = 0;
    for (const file of [...Object.values(files).flat(), ...sources('spec')]) {
      const text = readFileSync(join(root, file), 'utf8');
      const places = [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$|^\s*(?:describe|it)\('.*$/gm)].flatMap(
        ([place]) => [...place.matchAll(citation)].flatMap(([, list, single]) => (list ?? single!).split(', ')),
      );
      const declared = [...text.matchAll(/\bsection: '([\d.]+)'/g)].map(([, section]) => section!);
      for (const section of [...places, ...declared]) {
        cited++;
        if (!headings.has(section)) wrong.push(`${file}: ${section}`);
      }
    }
    expect(cited).to.be.above(80);
    expect(wrong).to.deep.equal([]);
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

    it('every dependency is imported by running code', () => {
      expect(namesIn('dependencies').filter((name) => !running.has(name))).to.deep.equal([]);
    });

    it('running code imports only declared dependencies, and specs also those of development', () => {
      const beside = packagesOf(sources('spec').filter((file) => !file.startsWith('spec/fixtures/')));
      const undeclared = (packages: Map<string, string>, known: readonly string[]) =>
        [...packages].filter(([name]) => !known.includes(name)).map(([name, file]) => `${file} -> ${name}`);
      const known = namesIn('dependencies', 'optionalDependencies', 'peerDependencies');
      expect(undeclared(running, known)).to.deep.equal([]);
      expect(undeclared(beside, [...known, ...namesIn('devDependencies')])).to.deep.equal([]);
    });

    it('of a package in CommonJS that is bundled, import() takes the default alone: the bundle has no other names', () => {
      const [, external = ''] = /external: \[(.*?)\]/s.exec(readFileSync(join(root, '.ci/bundle.mjs'), 'utf8'))!;
      const isModule = (name: string): boolean => {
        const path = fileURLToPath(import.meta.resolve(name));
        let folder = dirname(path);
        while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
        return (
          path.endsWith('.mjs') || JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module'
        );
      };
      const found = Object.values(files)
        .flat()
        .flatMap((file) => [
          ...readFileSync(join(root, file), 'utf8').matchAll(
            /const \{ (?!default: )[^}]*\} = await import\('([^.'][^']*)'\)/g,
          ),
        ])
        .map(([, name]) => name!);
      expect(found).to.not.be.empty;
      expect(found.filter((name) => !external.includes(`'${name}'`) && !isModule(name))).to.deep.equal([]);
    });
  });

  it('the specs of a subject are a file or a folder, never both', () => {
    const specs = readdirSync(join(root, 'spec'), { recursive: true, encoding: 'utf8' });
    const both = specs.filter((path) => path.endsWith('.spec.ts') && specs.includes(path.replace('.spec.ts', '')));
    expect(both).to.deep.equal([]);
  });

  it('every folder of the top level is one of the house', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['.git', '.ci', 'node_modules', 'dist', 'data'].includes(entry.name))
      .map((entry) => entry.name);
    expect(folders.sort()).to.deep.equal(['core', 'docs', 'host', 'plugins', 'spec']);
  });
});
