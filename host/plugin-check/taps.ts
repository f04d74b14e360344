import type { Node } from 'typescript/unstable/ast';
import type { PluginSource } from './plugin-source.ts';

/** Hooks that fire while a generation is built or the host starts to listen, and so delay no request. */
const AT_START = new Set([
  'init',
  'rest_api_init',
  'http_app',
  'http_routes',
  'rest_endpoints',
  'host_listening',
  'cms_rest_server_class',
]);

/** The names of functions of routes, arguments, fields and blocks, which run during requests. */
const CALLBACK = /^(?:callback|render|\w+_callback)$/;

/** The name of the hook that `tap` is called on, given to `filter` or `action`. */
export function hookOf(source: PluginSource, receiver: Node): string | undefined {
  const { syntax } = source.compiled;
  for (let at: Node = receiver; ; at = at.expression) {
    if (syntax.isCallExpression(at)) {
      const { expression } = at;
      if (!syntax.isPropertyAccessExpression(expression)) return undefined;
      if (['filter', 'action'].includes(expression.name.text)) return source.textOf(at.arguments[0]);
    } else if (!syntax.isPropertyAccessExpression(at)) return undefined;
  }
}

/** A function that runs during requests. */
export interface RequestFunction {
  readonly node: Node;
  /** Its description in findings: `a tap of "the_content"`. */
  readonly words: string;
}

/** The functions that run during requests: taps, and callbacks of routes, arguments, fields and blocks. */
export function* requestFunctions(source: PluginSource): Generator<RequestFunction> {
  for (const { call, type, receiver } of source.methodCalls(['tap', 'tapPromise'])) {
    const hook = hookOf(source, receiver);
    if (type !== 'HookHandle' && (type !== undefined || hook === undefined)) continue;
    const node = call.arguments[1];
    if (node === undefined || (hook !== undefined && AT_START.has(hook))) continue;
    yield { node, words: hook === undefined ? 'a tap' : `a tap of "${hook}"` };
  }
  for (const file of source.files) {
    for (const node of source.within(file)) {
      const { syntax } = source.compiled;
      if (!syntax.isPropertyAssignment(node) && !syntax.isMethodDeclaration(node)) continue;
      const key = syntax.isIdentifier(node.name) ? node.name.text : undefined;
      if (key === undefined || !CALLBACK.test(key)) continue;
      yield { node: syntax.isPropertyAssignment(node) ? node.initializer : node, words: `a ${key}` };
    }
  }
}
