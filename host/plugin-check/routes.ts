import type { Node, ObjectLiteralExpression } from 'typescript/unstable/ast';
import type { PluginSource } from './plugin-source.ts';

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The endpoint groups in the arguments of a route: a map, or the maps in a list or under numbers. */
function* groupsIn(source: PluginSource, node: Node | undefined): Generator<ObjectLiteralExpression> {
  const { syntax } = source.compiled;
  if (node === undefined) return;
  if (syntax.isArrayLiteralExpression(node)) {
    for (const element of node.elements) yield* groupsIn(source, element);
  } else if (syntax.isObjectLiteralExpression(node)) {
    const properties = source.propertiesOf(node);
    if (properties.has('callback')) yield node;
    else {
      for (const [key, property] of properties) {
        if (/^\d+$/.test(key) && syntax.isPropertyAssignment(property)) yield* groupsIn(source, property.initializer);
      }
    }
  }
}

/** Whether the methods of a group are known to only read. */
function onlyReads(source: PluginSource, methods: Node | undefined): boolean {
  const { syntax } = source.compiled;
  if (methods === undefined) return true;
  if (!syntax.isPropertyAssignment(methods)) return false;
  const { initializer } = methods;
  const named = syntax.isArrayLiteralExpression(initializer)
    ? initializer.elements.map((element) => source.textOf(element))
    : source.textOf(initializer)?.split(',');
  return (named ?? [undefined]).every((name) => name !== undefined && READ_METHODS.has(name.trim().toUpperCase()));
}

/** Reports routes without a `permission_callback`, which every client may use. */
export function checkRoutes(source: PluginSource): void {
  const { syntax } = source.compiled;
  for (const { call } of source.methodCalls(['registerRoute', 'registerPattern'])) {
    for (const group of groupsIn(source, call.arguments[2])) {
      const properties = source.propertiesOf(group);
      if (properties.has('permission_callback') || group.properties.some((each) => syntax.isSpreadAssignment(each))) {
        continue;
      }
      const reads = onlyReads(source, properties.get('methods'));
      source.report(
        group,
        reads ? 'warning' : 'error',
        'open-route',
        `everybody may ${reads ? 'read' : 'write with'} this route, for it has no permission_callback; ` +
          'add one: () => true if that is meant',
      );
    }
  }
}
