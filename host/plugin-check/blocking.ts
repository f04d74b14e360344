import type { Node } from 'typescript/unstable/ast';
import type { Level } from './finding.ts';
import type { PluginSource } from './plugin-source.ts';
import { requestFunctions } from './taps.ts';

/** Synchronous functions that return at once. */
const QUICK = new Set(['randomFillSync', 'hkdfSync', 'flushSync', 'resolveSync']);
const HASHES = /^(?:hash|compare|genSalt|pbkdf2|scrypt|generatePrime|checkPrime|generateKey|generateKeyPair)Sync$/;
const PROCESSES = /^(?:exec|execFile|spawn)Sync$/;

/** Why a call blocks the process, and what to do instead; undefined for a call that does not. */
function blockingCall(
  name: string,
  receiver: string | undefined,
): [level: Level, why: string, mend: string] | undefined {
  if (name === 'wait' && receiver === 'Atomics') {
    return ['error', 'stops the whole process', 'use Atomics.waitAsync, or wait for a promise'];
  }
  if (!name.endsWith('Sync') || name === 'Sync' || QUICK.has(name)) return undefined;
  const other = `use ${name.slice(0, -4)}, and await it`;
  if (PROCESSES.test(name)) return ['error', 'stops the whole process until another ends', other];
  if (HASHES.test(name)) return ['error', 'stops the whole process while it computes', other];
  return ['warning', 'stops the whole process meanwhile', `${other}, or do it in setup`];
}

/** Whether a condition is always true. */
const isAlways = (text: string | undefined): boolean => text === undefined || /^(?:true|1)$/.test(text);

/** Whether a loop has no end and never awaits anything. */
function isEndless(source: PluginSource, node: Node): boolean {
  const { syntax } = source.compiled;
  const condition =
    syntax.isWhileStatement(node) || syntax.isDoStatement(node)
      ? node.expression.getText()
      : syntax.isForStatement(node)
        ? node.condition?.getText()
        : 'false';
  if (!isAlways(condition)) return false;
  for (const inner of source.within(node)) {
    if (
      syntax.isAwaitExpression(inner) ||
      syntax.isYieldExpression(inner) ||
      syntax.isReturnStatement(inner) ||
      syntax.isThrowStatement(inner) ||
      syntax.isBreakStatement(inner)
    ) {
      return false;
    }
  }
  return true;
}

/** Reports calls and loops that block the process, in functions that run during requests, and in the functions that those call. */
export function checkBlocking(source: PluginSource): void {
  const { syntax } = source.compiled;
  const seen = new Set<Node>();
  const look = (root: Node, words: string) => {
    if (seen.has(root)) return;
    seen.add(root);
    if (syntax.isIdentifier(root) || syntax.isPropertyAccessExpression(root)) follow(root, words);
    for (const node of source.within(root)) {
      if (isEndless(source, node)) {
        source.report(node, 'error', 'blocking', `${words} loops without end; await something in it, or let it end`);
      }
      if (!syntax.isCallExpression(node)) continue;
      const { expression } = node;
      const member = syntax.isPropertyAccessExpression(expression);
      const name = member ? expression.name.text : syntax.isIdentifier(expression) ? expression.text : '';
      const found = blockingCall(name, member ? expression.expression.getText() : undefined);
      if (found === undefined) follow(expression, words);
      else {
        const [level, why, mend] = found;
        source.report(node, level, 'blocking', `${words} calls ${name}, which ${why}; ${mend}`);
      }
    }
  };
  /** Checks the function that a name refers to, if it is in the plugin's own files. */
  const follow = (name: Node, words: string) => {
    for (const body of source.functionsOf(name)) look(body, words);
  };
  for (const { node, words } of requestFunctions(source)) look(node, words);
}
