import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceFile } from 'typescript/unstable/ast';
import type { Checker, Diagnostic, Program } from 'typescript/unstable/sync';
import { CommandError } from '../../core/index.ts';
import { PACKAGE_PARTS } from '../package-parts.ts';
import { packageRoot } from '../places.ts';

/** The syntax module of the compiler. */
export type Syntax = typeof import('typescript/unstable/ast');

/** The compiled sources of a plugin. */
export interface Compiled {
  /** The files of its folder that its entry imports, directly or indirectly. */
  readonly files: readonly SourceFile[];
  readonly checker: Checker;
  readonly syntax: Syntax;
  /** The compiler's diagnostics of a file. */
  diagnosticsOf(file: SourceFile): readonly Diagnostic[];
}

/** A running compiler, which reads files that plugins share only once. */
export interface Compiler {
  /** Compiles the sources of a plugin, given its entry and its folder. */
  compile(entry: string, folder: string): Compiled;
  /** Ends the compiler. */
  close(): void;
}

const MEND = 'npm install --save-dev typescript@~7.0.2';

/** Loads the compiler that is installed for the plugin, or else the one beside this package. */
async function loadCompiler(folder: string) {
  for (const from of [folder, process.cwd(), packageRoot]) {
    const { resolve } = createRequire(join(from, 'index.js'));
    let paths: string[];
    try {
      paths = ['sync', 'ast'].map((name) => resolve(`typescript/unstable/${name}`));
    } catch {
      continue;
    }
    const [api, syntax] = await Promise.all(paths.map((path) => import(pathToFileURL(path).href)));
    if (typeof api.API !== 'function' || typeof syntax.isCallExpression !== 'function') continue;
    return { API: api.API as typeof import('typescript/unstable/sync').API, syntax: syntax as Syntax };
  }
  throw new CommandError(
    `plugin check reads plugins with the compiler of TypeScript 7, which is not there in a version it knows; ${MEND}`,
  );
}

/** The paths of this package's dependencies that a plugin in its folder cannot find itself. */
function dependenciesOf(folder: string): Record<string, string[]> {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const finds = (from: string, name: string) =>
    createRequire(join(from, 'index.js'))
      .resolve.paths(name)
      ?.map((root) => join(root, name))
      .find((path) => existsSync(path));
  const paths: Record<string, string[]> = {};
  for (const name of Object.keys(dependencies)) {
    const ours = finds(resolve(packageRoot), name);
    // At run time, a plugin always uses the host's superstruct.
    if (ours !== undefined && (name === 'superstruct' || finds(folder, name) === undefined)) paths[name] = [ours];
  }
  return paths;
}

/** The paths of the types that the host provides to plugins, for a plugin in any folder. */
function pathsFor(folder: string): Record<string, string[]> {
  const built = resolve(packageRoot, 'dist');
  if (!existsSync(join(built, 'tappet.d.ts'))) {
    throw new CommandError(`${built} holds no types of tappet, which plugin check needs; run npm run build`);
  }
  return {
    ...dependenciesOf(folder),
    tappet: [join(built, 'tappet.d.ts')],
    ...Object.fromEntries(
      PACKAGE_PARTS.map(([folder, name]) => [`tappet/${name}`, [join(built, `core/${folder}/index.d.ts`)]]),
    ),
    'tappet/superstruct': [join(built, 'host/superstruct.d.ts')],
    'tappet/testing': [join(built, 'host/testing/index.d.ts')],
    'tappet/plugins/*': [join(built, 'plugins/*/index.d.ts')],
  };
}

/** The nearest `tsconfig.json`: that of the plugin's folder, or of the package which that is in. */
function ownConfiguration(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'tsconfig.json'))) return join(at, 'tsconfig.json');
    const isPackage = at !== folder && existsSync(join(at, 'package.json'));
    if (isPackage || at === dirname(at)) return undefined;
  }
}

/** The folders with types such as those of Node.js: the plugin's own, and those beside this package. */
const typeRoots = (folder: string): string[] => {
  const roots: string[] = [];
  for (const from of [folder, resolve(packageRoot)]) {
    for (let at = from; ; at = dirname(at)) {
      roots.push(join(at, 'node_modules/@types'));
      if (at === dirname(at)) break;
    }
  }
  return [...new Set(roots)].filter((root) => existsSync(root));
};

/** The compiler configuration of a plugin: strict unless the plugin has its own; JavaScript is checked too. */
function configurationOf(folder: string, entry: string) {
  const roots = typeRoots(folder);
  const own = ownConfiguration(folder);
  const strictly = {
    target: 'es2023',
    lib: ['es2023'],
    strict: true,
    typeRoots: roots,
    types: roots.some((root) => existsSync(join(root, 'node'))) ? ['node'] : [],
  };
  return {
    ...(own === undefined ? {} : { extends: own }),
    compilerOptions: {
      ...(own === undefined ? strictly : {}),
      module: 'esnext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      noEmit: true,
      allowJs: true,
      checkJs: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      paths: pathsFor(folder),
    },
    files: [entry],
    include: [],
  };
}

/** Starts the compiler that is found from the folder of a plugin. Throws a `CommandError` if there is none. */
export async function startCompiler(near: string): Promise<Compiler> {
  const { API, syntax } = await loadCompiler(near);
  const configurations = new Map<string, string>();
  const api = new API({
    cwd: near,
    fs: {
      readFile: (name) => configurations.get(name),
      fileExists: (name) => (configurations.has(name) ? true : undefined),
    },
  });
  const open = (path: string) => api.updateSnapshot({ openProjects: [path] }).getProject(path);
  const shared = sharedProject();
  return {
    compile(given, givenFolder) {
      const [entry, folder] = [realpathSync(given), realpathSync(givenFolder)];
      let project = entry.startsWith(`${dirname(shared)}/plugins/`) && existsSync(shared) ? open(shared) : undefined;
      if (project?.program.getSourceFile(entry) === undefined) {
        const path = join(folder, 'tsconfig.tappet-check.json');
        configurations.set(path, JSON.stringify(configurationOf(folder, entry)));
        project = open(path);
      }
      if (project === undefined) throw new CommandError(`${given} cannot be compiled`);
      const { program, checker } = project;
      return { files: filesIn(program, folder), checker, syntax, diagnosticsOf: diagnostics(program) };
    },
    close() {
      // The compiler is killed, because it sometimes prints an error when it is asked to end.
      const child = (api as unknown as CompilerProcess).client?.channel?.child;
      const kill = child?.kill.bind(child);
      if (child !== undefined && kill !== undefined) child.kill = () => kill('SIGKILL');
      api.close();
    },
  };
}

/** The configuration of this repository, with which its own plugins are compiled. */
const sharedProject = (): string => join(realpathSync(packageRoot), 'tsconfig.json');

/** The process of the compiler, which its API does not expose. */
interface CompilerProcess {
  readonly client?: { readonly channel?: { readonly child?: { kill(signal?: 'SIGKILL'): unknown } } };
}

const filesIn = (program: Program, folder: string): SourceFile[] =>
  program
    .getSourceFileNames()
    .filter((name) => name.startsWith(`${folder}/`) && !name.includes('/node_modules/') && !name.endsWith('.d.ts'))
    .map((name) => program.getSourceFile(name)!);

/** Whether a diagnostic asks for type annotations, which JavaScript does not have. */
const asksForTypes = (file: SourceFile, { code }: Diagnostic) =>
  !file.fileName.endsWith('.ts') && code >= 7000 && code < 8000;

const diagnostics = (program: Program) => (file: SourceFile) =>
  [...program.getSyntacticDiagnostics(file.fileName), ...program.getSemanticDiagnostics(file.fileName)].filter(
    (diagnostic) => !asksForTypes(file, diagnostic),
  );
