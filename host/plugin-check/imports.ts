import { dirname, relative, resolve, sep } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import type { PluginDefinition } from '../../core/index.ts';
import { packageRoot } from '../places.ts';
import type { Reading } from './reading.ts';

interface Import {
  readonly node: Node;
  readonly specifier: string;
  /** Whether it is gone when the code runs. */
  readonly typesOnly: boolean;
}

/** Everything that a file imports: declarations, `import()` and `require()`. */
export function* importsOf(reading: Reading, file: SourceFile): Generator<Import> {
  const { syntax } = reading.compiled;
  for (const node of reading.within(file)) {
    if (syntax.isImportDeclaration(node) || syntax.isExportDeclaration(node)) {
      const specifier = reading.textOf(node.moduleSpecifier);
      if (specifier === undefined) continue;
      const typesOnly = /^(?:import|export)\s+type\b/.test(node.getText());
      yield { node: node.moduleSpecifier!, specifier, typesOnly };
    } else if (syntax.isCallExpression(node)) {
      const { expression } = node;
      const isImport =
        expression.kind === syntax.SyntaxKind.ImportKeyword ||
        (syntax.isIdentifier(expression) && expression.text === 'require');
      const specifier = reading.textOf(node.arguments[0]);
      if (isImport && specifier !== undefined) yield { node: node.arguments[0]!, specifier, typesOnly: false };
    }
  }
}

/** The path of an import in this package, `core/index.ts`; undefined for one that leads elsewhere. */
function inPackage(file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith('tappet/')) return specifier.slice('tappet/'.length);
  if (!specifier.startsWith('.') && !specifier.startsWith('/')) return undefined;
  const path = relative(resolve(packageRoot), resolve(dirname(file.fileName), specifier));
  return path.startsWith('..') ? undefined : path.split(sep).join('/');
}

const isPublic = (specifier: string): boolean => /^tappet\/(?:testing|package\.json|plugins\/[^/]+)$/.test(specifier);

/** The plugin that an import leads to the index of. */
export const pluginOf = (file: SourceFile, specifier: string): string | undefined =>
  /^plugins\/([^/]+)(?:\/index\.[jt]s)?$/.exec(inPackage(file, specifier) ?? '')?.[1];

/** Finds imports of what is private to the host or to another plugin, and of plugins that need not be there. */
export function checkImports(
  reading: Reading,
  { name: plugin, after = [] }: PluginDefinition,
  required: ReadonlySet<string>,
): void {
  for (const file of reading.files) {
    for (const { node, specifier, typesOnly } of importsOf(reading, file)) {
      const path = inPackage(file, specifier);
      if (path === undefined || isPublic(specifier)) {
        // What is public may still lead to a plugin that is not there.
      } else if (/^(?:dist|core|host)\//.test(path) && !isOwnCore(file, path)) {
        const message = `"${specifier}" is private to the host and may change; import what you need from 'tappet'`;
        reading.report(node, 'error', 'private-import', message);
        continue;
      }
      const other = path === undefined ? undefined : /^plugins\/([^/]+)/.exec(path)?.[1];
      if (other === undefined || other === plugin) continue;
      if (pluginOf(file, specifier) === undefined) {
        const message = `"${specifier}" is private to plugin "${other}"; import from 'tappet/plugins/${other}'`;
        reading.report(node, 'error', 'private-import', message);
      } else if (!typesOnly && !required.has(other) && !after.includes(other)) {
        const message = `plugin "${other}" is imported, but need not be there; add it to requires or after, or import types alone`;
        reading.report(node, 'warning', 'missing-requirement', message);
      }
    }
  }
}

/** The index of core, which plugins of this repository import by its path. */
const isOwnCore = (file: SourceFile, path: string): boolean =>
  path === 'core/index.ts' && file.fileName.startsWith(`${resolve(packageRoot, 'plugins')}/`);
