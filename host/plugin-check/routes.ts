import type { Node, ObjectLiteralExpression } from 'typescript/unstable/ast';
import type { Reading } from './reading.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The groups of endpoints in what a route is registered with: a map, or those in a list or under numbers. */
function* groupsIn(reading: Reading, node: Node | undefined): Generator<ObjectLiteralExpression> {
  const { syntax } = reading.compiled;
  if (node === undefined) return;
  if (syntax.isArrayLiteralExpression(node)) {
    for (const element of node.elements) yield* groupsIn(reading, element);
  } else if (syntax.isObjectLiteralExpression(node)) {
    const properties = reading.propertiesOf(node);
    if (properties.has('callback')) yield node;
    else {
      for (const [key, property] of properties) {
        if (/^\d+$/.test(key) && syntax.isPropertyAssignment(property)) yield* groupsIn(reading, property.initializer);
      }
    }
  }
}

/** Whether a group only reads, as far as the source tells. */
function onlyReads(reading: Reading, methods: Node | undefined): boolean {
  const { syntax } = reading.compiled;
  if (methods === undefined) return true;
  if (!syntax.isPropertyAssignment(methods)) return false;
  const { initializer } = methods;
  const named = syntax.isArrayLiteralExpression(initializer)
    ? initializer.elements.map((element) => reading.textOf(element))
    : reading.textOf(initializer)?.split(',');
  return (named ?? [undefined]).every((name) => name !== undefined && READING.has(name.trim().toUpperCase()));
}

/** Finds routes that say nothing of who may use them: everybody may, then. */
export function checkRoutes(reading: Reading): void {
  const { syntax } = reading.compiled;
  for (const { call } of reading.methodCalls(['registerRoute', 'registerPattern'])) {
    for (const group of groupsIn(reading, call.arguments[2])) {
      const properties = reading.propertiesOf(group);
      if (properties.has('permission_callback') || group.properties.some((each) => syntax.isSpreadAssignment(each))) {
        continue;
      }
      const reads = onlyReads(reading, properties.get('methods'));
      reading.report(
        group,
        reads ? 'warning' : 'error',
        'open-route',
        `everybody may ${reads ? 'read' : 'write with'} this route, for it has no permission_callback; ` +
          'add one: () => true if that is meant',
      );
    }
  }
}
