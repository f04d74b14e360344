import { existsSync, readdirSync } from 'node:fs';
import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
import type { Struct } from 'superstruct';
import { validate } from 'superstruct';
import type { Node, ObjectLiteralExpression } from 'typescript/unstable/ast';
import { closest, type LocatedPlugin, type PluginDefinition } from '../../core/index.ts';
import type { Reading } from './reading.ts';

/** The map in the source that defines the plugin; undefined where it is made in some other way. */
export function definitionIn(reading: Reading): ObjectLiteralExpression | undefined {
  const { syntax } = reading.compiled;
  for (const file of reading.files) {
    for (const node of reading.within(file)) {
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

/** The places of a definition's keys: that of `requires.posts`, or else of what is nearest to it. */
function placesOf(reading: Reading): (key: string, inner?: string) => Node {
  const { syntax } = reading.compiled;
  const map = definitionIn(reading);
  return (key, inner) => {
    if (map === undefined) return reading.files[0]!;
    const property = reading.propertiesOf(map).get(key);
    if (property === undefined) return map;
    if (inner === undefined || !syntax.isPropertyAssignment(property)) return property;
    const { initializer } = property;
    if (!syntax.isObjectLiteralExpression(initializer)) return property;
    return reading.propertiesOf(initializer).get(inner) ?? property;
  };
}

/** Finds requirements that are not there, or not in the version that is asked for. */
function checkRequirements(reading: Reading, definition: PluginDefinition, plugins: readonly LocatedPlugin[]): void {
  const place = placesOf(reading);
  const names = plugins.map((plugin) => plugin.definition.name).filter((name) => name !== definition.name);
  for (const [name, range] of Object.entries(definition.requires ?? {})) {
    const at = place('requires', name);
    const located = plugins.find((plugin) => plugin.definition.name === name);
    if (located?.broken !== undefined) {
      reading.report(at, 'error', 'missing-requirement', located.broken.message);
      continue;
    }
    const needed = located?.definition;
    if (needed === undefined) {
      const nearest = closest(name, names);
      const hint =
        nearest === undefined ? 'check it together with the folder of that one' : `did you mean "${nearest}"?`;
      reading.report(at, 'error', 'missing-requirement', `there is no plugin "${name}"; ${hint}`);
    } else if (typeof range !== 'string' || validRange(range) === null) {
      const message = `${JSON.stringify(range)} is no range of versions; write "^${needed.version}"`;
      reading.report(at, 'error', 'requirement-range', message);
    } else if (!satisfies(needed.version, range, { includePrerelease: true })) {
      const message = `plugin "${name}" is ${needed.version}, which is not in ${range}; write "^${needed.version}"`;
      reading.report(at, 'error', 'requirement-range', message);
    }
  }
}

/** Finds options that have no default, without which a plugin does not start unconfigured. */
function checkOptions(reading: Reading, { options }: PluginDefinition): void {
  if (options === undefined) return;
  const [failure] = validate({}, options as Struct<unknown, unknown>, { coerce: true });
  if (failure === undefined) return;
  const missing = failure.failures().map(({ path }) => `"${path.join('.')}"`);
  const [verb, it] = missing.length === 1 ? ['has', 'it one'] : ['have', 'them some'];
  const message =
    `option${missing.length === 1 ? '' : 's'} ${missing.join(', ')} ${verb} no default, so that the plugin does not start ` +
    `unconfigured; give ${it} with defaulted(), or say optional()`;
  reading.report(placesOf(reading)('options'), 'warning', 'options-default', message);
}

/** Finds what readers of a plugin miss: a README, a description, a version. */
function checkWords(reading: Reading, folder: string, { description, version }: PluginDefinition): void {
  const place = placesOf(reading);
  if (typeof description !== 'string' || description.trim() === '') {
    reading.report(
      place('description'),
      'warning',
      'description',
      'says nothing of itself; add description: one sentence',
    );
  }
  if (valid(version) === null) {
    const message = `${JSON.stringify(version)} is no semantic version; write one like '1.0.0'`;
    reading.report(place('version'), 'error', 'version', message);
  }
  if (!existsSync(folder) || !readdirSync(folder).some((name) => /^readme(?:\.md)?$/i.test(name))) {
    const message = 'there is no README.md; write one: what it does, its options, its routes';
    reading.findings.push({ file: 'README.md', line: 1, column: 1, level: 'warning', code: 'readme', message });
  }
}

/** Checks what a plugin says of itself; `hookFault` is what is wrong with the hooks that it declares. */
export function checkDefinition(
  reading: Reading,
  folder: string,
  definition: PluginDefinition,
  plugins: readonly LocatedPlugin[],
  hookFault?: string,
): void {
  if (hookFault !== undefined) reading.report(placesOf(reading)('hooks'), 'error', 'hook-twice', hookFault);
  checkRequirements(reading, definition, plugins);
  checkOptions(reading, definition);
  checkWords(reading, folder, definition);
}
