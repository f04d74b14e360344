import { dirname, relative, resolve, sep } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import type { PluginDefinition } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { PACKAGE_PARTS } from '../package-parts.ts';
import { packageRoot } from '../places.ts';
import { requirementsOf } from './hooks.ts';
import type { PluginSource } from './plugin-source.ts';

interface Import {
  readonly node: Node;
  readonly specifier: string;
  /** Whether only types are imported. */
  readonly typesOnly: boolean;
}

/** The imports of a file: declarations, `import()` and `require()`. */
export function* importsOf(source: PluginSource, file: SourceFile): Generator<Import> {
  const { syntax } = source.compiled;
  for (const node of source.within(file)) {
    if (syntax.isImportDeclaration(node) || syntax.isExportDeclaration(node)) {
      const specifier = source.textOf(node.moduleSpecifier);
      if (specifier === undefined) continue;
      const typesOnly = /^(?:import|export)\s+type\b/.test(node.getText());
      yield { node: node.moduleSpecifier!, specifier, typesOnly };
    } else if (syntax.isCallExpression(node)) {
      const { expression } = node;
      const isImport =
        expression.kind === syntax.SyntaxKind.ImportKeyword ||
        (syntax.isIdentifier(expression) && expression.text === 'require');
      const specifier = source.textOf(node.arguments[0]);
      if (isImport && specifier !== undefined) yield { node: node.arguments[0]!, specifier, typesOnly: false };
    }
  }
}

/** The path of an import within this package, such as `core/index.ts`; undefined for other imports. */
function inPackage(file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith('tappet/')) return specifier.slice('tappet/'.length);
  if (!specifier.startsWith('.') && !specifier.startsWith('/')) return undefined;
  const path = relative(resolve(packageRoot), resolve(dirname(file.fileName), specifier));
  return path.startsWith('..') ? undefined : path.split(sep).join('/');
}

const PUBLIC = new Set(
  ['superstruct', 'testing', 'package.json', ...PACKAGE_PARTS.map(([, name]) => name)].map((one) => `tappet/${one}`),
);

const isPublic = (specifier: string): boolean => PUBLIC.has(specifier) || /^tappet\/plugins\/[^/]+$/.test(specifier);

/** The plugin whose index an import names. */
export const pluginOf = (file: SourceFile, specifier: string): string | undefined =>
  /^plugins\/([^/]+)(?:\/index\.[jt]s)?$/.exec(inPackage(file, specifier) ?? '')?.[1];

/**
 * The plugins whose modules one may import: those that it requires or comes after, and those that say that they come after
 * it, as plugins do that use what it provides in place of something of theirs.
 */
function importableBy(definition: PluginDefinition, plugins: readonly LocatedPlugin[]): Set<string> {
  const later = plugins.filter((plugin) => plugin.definition.after?.includes(definition.name));
  const names = later.map((plugin) => plugin.definition.name);
  return new Set([...requirementsOf(definition, plugins), ...(definition.after ?? []), ...names]);
}

/** Reports imports of private modules of the host or of other plugins, and imports of plugins that need not be there. */
export function checkImports(
  source: PluginSource,
  definition: PluginDefinition,
  plugins: readonly LocatedPlugin[],
): void {
  const importable = importableBy(definition, plugins);
  for (const file of source.files) {
    for (const { node, specifier, typesOnly } of importsOf(source, file)) {
      const path = inPackage(file, specifier);
      if (path === undefined || isPublic(specifier)) {
        // A public module may still belong to a plugin that is not required.
      } else if (/^(?:dist|core|host)\//.test(path) && !isOwnCore(file, path)) {
        const message = `"${specifier}" is private to the host and may change; import what you need from 'tappet'`;
        source.explain(node);
        source.report(node, 'error', 'private-import', message);
        continue;
      }
      const other = path === undefined ? undefined : /^plugins\/([^/]+)/.exec(path)?.[1];
      if (other === undefined || other === definition.name) continue;
      if (pluginOf(file, specifier) === undefined) {
        const message = `"${specifier}" is private to plugin "${other}"; import from 'tappet/plugins/${other}'`;
        source.explain(node);
        source.report(node, 'error', 'private-import', message);
      } else if (!typesOnly && !importable.has(other)) {
        const message = `plugin "${other}" is imported, but need not be there; add it to requires or after, or import types alone`;
        source.report(node, 'warning', 'missing-requirement', message);
      }
    }
  }
}

/** The index of core or of one of its parts, which plugins of this repository import by its path. */
const isOwnCore = (file: SourceFile, path: string): boolean =>
  /^core\/(?:[a-z]+\/)?index\.ts$/.test(path) && file.fileName.startsWith(`${resolve(packageRoot, 'plugins')}/`);
