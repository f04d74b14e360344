import type { Node } from 'typescript/unstable/ast';
import type { Reading } from './reading.ts';

/** Hooks that fire while a generation is built, or once it listens, and so hold no request up. */
const AT_START = new Set([
  'init',
  'rest_api_init',
  'http_routes',
  'rest_endpoints',
  'host_listening',
  'cms_rest_server_class',
]);

/** Functions that a route, an argument, a field or a block is given, and that run in requests. */
const CALLBACK = /^(?:callback|render|\w+_callback)$/;

/** The name of the hook that a tap is added to: that of the `filter` or `action` which it is called on. */
export function hookOf(reading: Reading, receiver: Node): string | undefined {
  const { syntax } = reading.compiled;
  for (let at: Node = receiver; ; at = at.expression) {
    if (syntax.isCallExpression(at)) {
      const { expression } = at;
      if (!syntax.isPropertyAccessExpression(expression)) return undefined;
      if (['filter', 'action'].includes(expression.name.text)) return reading.textOf(at.arguments[0]);
    } else if (!syntax.isPropertyAccessExpression(at)) return undefined;
  }
}

/** A function that runs while requests wait, and what it is. */
export interface RequestFunction {
  readonly node: Node;
  /** How findings call it: `a tap of "the_content"`. */
  readonly words: string;
}

/** The functions that run while requests wait: taps, and callbacks of routes, arguments and fields. */
export function* requestFunctions(reading: Reading): Generator<RequestFunction> {
  for (const { call, type, receiver } of reading.methodCalls(['tap', 'tapPromise'])) {
    const hook = hookOf(reading, receiver);
    if (type !== 'HookHandle' && (type !== undefined || hook === undefined)) continue;
    const node = call.arguments[1];
    if (node === undefined || (hook !== undefined && AT_START.has(hook))) continue;
    yield { node, words: hook === undefined ? 'a tap' : `a tap of "${hook}"` };
  }
  for (const file of reading.files) {
    for (const node of reading.within(file)) {
      const { syntax } = reading.compiled;
      if (!syntax.isPropertyAssignment(node) && !syntax.isMethodDeclaration(node)) continue;
      const key = syntax.isIdentifier(node.name) ? node.name.text : undefined;
      if (key === undefined || !CALLBACK.test(key)) continue;
      yield { node: syntax.isPropertyAssignment(node) ? node.initializer : node, words: `a ${key}` };
    }
  }
}
