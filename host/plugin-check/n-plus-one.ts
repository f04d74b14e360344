import type { Node } from 'typescript/unstable/ast';
import type { MethodCall, PluginSource } from './plugin-source.ts';
import { hookOf, type RequestFunction } from './taps.ts';

/** Methods of stores that read, and methods that run a statement. */
const READS = /^(?:by[A-Z]\w*|get\w*|load|query|list|find\w*|count\w*|adjacent\w*|execute\w*)$/;

/** Functions that are given others to run for many items at once, or once. */
const TOGETHER = /(?:loader|memo|cache)\w*$/i;

/** The functions that run for each item of a list: callbacks of fields, and taps of the hooks that prepare items. */
function* itemFunctions(source: PluginSource): Generator<RequestFunction> {
  const { syntax } = source.compiled;
  for (const { call } of source.methodCalls(['registerField'])) {
    const [, attribute, field] = call.arguments;
    if (field === undefined || !syntax.isObjectLiteralExpression(field)) continue;
    const callback = source.propertiesOf(field).get('get_callback');
    if (callback === undefined) continue;
    const name = source.textOf(attribute);
    const words = name === undefined ? 'a field' : `field "${name}"`;
    yield { node: syntax.isPropertyAssignment(callback) ? callback.initializer : callback, words };
  }
  for (const { call, receiver } of source.methodCalls(['tap', 'tapPromise'])) {
    const hook = hookOf(source, receiver);
    const node = call.arguments[1];
    if (node !== undefined && hook?.startsWith('rest_prepare_')) yield { node, words: `a tap of "${hook}"` };
  }
}

/** What reads one thing at a time in a call: `posts.byId`; undefined for any other call. */
function readIn(source: PluginSource, { call, method, receiver, type }: MethodCall): string | undefined {
  const { checker } = source.compiled;
  if (!READS.test(method) || (!type?.endsWith('Store') && !method.startsWith('execute'))) return undefined;
  const answer = checker.getTypeAtLocation(call);
  if (answer === undefined || !/\bPromise(?:Like)?</.test(checker.typeToString(answer))) return undefined;
  return method.startsWith('execute') ? 'a statement' : `${receiver.getText()}.${method}`;
}

/** How to read the same for many items at once. */
function mendOf(source: PluginSource, { receiver }: MethodCall): string {
  const { checker } = source.compiled;
  const type = checker.getTypeAtLocation(receiver);
  const hasLoader = type !== undefined && checker.getPropertiesOfType(type).some(({ name }) => name === 'loader');
  return hasLoader
    ? `${receiver.getText()}.loader reads them together`
    : "loader() of 'tappet/plugins/database' makes a loader, which reads them together";
}

/** Reports what is read of a store for each item by itself, where a loader would read it for all items of a list at once. */
export function checkNPlusOne(source: PluginSource): void {
  const { syntax } = source.compiled;
  const seen = new Set<Node>();
  const look = (node: Node, words: string): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (syntax.isIdentifier(node)) return;
    if (syntax.isCallExpression(node) || syntax.isNewExpression(node)) {
      if (TOGETHER.test(node.expression.getText())) return;
      follow(node.expression, words);
    }
    if (syntax.isCallExpression(node)) {
      const method = source.methodCall(node);
      const read = method && readIn(source, method);
      if (read !== undefined) {
        const message = `${words} awaits ${read} for each item of a list; ${mendOf(source, method!)}`;
        source.report(node, 'warning', 'n-plus-one', message);
        return;
      }
    }
    node.forEachChild((child) => void look(child, words));
  };
  /** Looks at the function that a name refers to, if it is in the plugin's own files. */
  const follow = (name: Node, words: string) => {
    for (const body of source.functionsOf(name)) look(body, words);
  };
  for (const { node, words } of itemFunctions(source)) {
    follow(node, words);
    look(node, words);
  }
}
