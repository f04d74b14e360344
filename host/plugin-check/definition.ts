import { existsSync, readdirSync } from 'node:fs';
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
import type { Struct } from 'superstruct';
import { validate } from 'superstruct';
import type { Node, ObjectLiteralExpression } from 'typescript/unstable/ast';
import { closest } from '../../core/base/index.ts';
import type { PluginDefinition } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import type { PluginSource } from './plugin-source.ts';

/** The object literal in the source that defines the plugin; undefined if there is none. */
export function definitionIn(source: PluginSource): ObjectLiteralExpression | undefined {
  const { syntax } = source.compiled;
  for (const file of source.files) {
    for (const node of source.within(file)) {
      const map =
        syntax.isCallExpression(node) && node.expression.getText() === 'definePlugin'
          ? node.arguments[0]
          : syntax.isExportAssignment(node)
            ? node.expression
            : undefined;
      if (map !== undefined && syntax.isObjectLiteralExpression(map)) return map;
    }
  }
  return undefined;
}

/** Finds the node of a key of the definition, such as `requires.posts`, or of an element of a list, or else the nearest node around it. */
export function placesOf(source: PluginSource): (key: string, inner?: string) => Node {
  const { syntax } = source.compiled;
  const map = definitionIn(source);
  return (key, inner) => {
    if (map === undefined) return source.files[0]!;
    const property = source.propertiesOf(map).get(key);
    if (property === undefined) return map;
    if (inner === undefined || !syntax.isPropertyAssignment(property)) return property;
    const { initializer } = property;
    if (syntax.isArrayLiteralExpression(initializer)) {
      return initializer.elements.find((element) => source.textOf(element) === inner) ?? property;
    }
    if (!syntax.isObjectLiteralExpression(initializer)) return property;
    return source.propertiesOf(initializer).get(inner) ?? property;
  };
}

/** Reports required plugins that do not exist, or whose version is not in the required range. */
function checkRequirements(
  source: PluginSource,
  definition: PluginDefinition,
  plugins: readonly LocatedPlugin[],
): void {
  const place = placesOf(source);
  const names = plugins.map((plugin) => plugin.definition.name).filter((name) => name !== definition.name);
  for (const [name, range] of Object.entries(definition.requires ?? {})) {
    const at = place('requires', name);
    const located = plugins.find((plugin) => plugin.definition.name === name);
    if (located?.broken !== undefined) {
      source.report(at, 'error', 'missing-requirement', located.broken.message);
      continue;
    }
    const requirement = located?.definition;
    if (requirement === undefined) {
      const nearest = closest(name, names);
      const hint =
        nearest === undefined ? 'check it together with the folder of that one' : `did you mean "${nearest}"?`;
      source.report(at, 'error', 'missing-requirement', `there is no plugin "${name}"; ${hint}`);
    } else if (typeof range !== 'string' || validRange(range) === null) {
      const message = `${JSON.stringify(range)} is no range of versions; write "^${requirement.version}"`;
      source.report(at, 'error', 'requirement-range', message);
    } else if (!satisfies(requirement.version, range, { includePrerelease: true })) {
      const message = `plugin "${name}" is ${requirement.version}, which is not in ${range}; write "^${requirement.version}"`;
      source.report(at, 'error', 'requirement-range', message);
    }
  }
}

/** Reports options without a default, because of which the plugin does not start unconfigured. */
function checkOptions(source: PluginSource, { options }: PluginDefinition): void {
  if (options === undefined) return;
  const [failure] = validate({}, options as Struct<unknown, unknown>, { coerce: true });
  if (failure === undefined) return;
  const missing = failure.failures().map(({ path }) => `"${path.join('.')}"`);
  const [verb, it] = missing.length === 1 ? ['has', 'it one'] : ['have', 'them some'];
  const message =
    `option${missing.length === 1 ? '' : 's'} ${missing.join(', ')} ${verb} no default, so that the plugin does not start ` +
    `unconfigured; give ${it} with defaulted(), or say optional()`;
  source.report(placesOf(source)('options'), 'warning', 'options-default', message);
}

/** Reports a missing README or description, and an invalid version. */
function checkDescription(source: PluginSource, folder: string, { description, version }: PluginDefinition): void {
  const place = placesOf(source);
  if (typeof description !== 'string' || description.trim() === '') {
    source.report(
      place('description'),
      'warning',
      'description',
      'says nothing of itself; add description: one sentence',
    );
  }
  if (valid(version) === null) {
    const message = `${JSON.stringify(version)} is no semantic version; write one like '1.0.0'`;
    source.report(place('version'), 'error', 'version', message);
  }
  if (!existsSync(folder) || !readdirSync(folder).some((name) => /^readme(?:\.md)?$/i.test(name))) {
    const message = 'there is no README.md; write one: what it does, its options, its routes';
    source.findings.push({ file: 'README.md', line: 1, column: 1, level: 'warning', code: 'readme', message });
  }
}

/** Checks the definition of a plugin; `hookFault` is the error of its declared hooks. */
export function checkDefinition(
  source: PluginSource,
  folder: string,
  definition: PluginDefinition,
  plugins: readonly LocatedPlugin[],
  hookFault?: string,
): void {
  if (hookFault !== undefined) source.report(placesOf(source)('hooks'), 'error', 'hook-twice', hookFault);
  checkRequirements(source, definition, plugins);
  checkOptions(source, definition);
  checkDescription(source, folder, definition);
}
