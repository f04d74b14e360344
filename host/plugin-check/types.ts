import type { SourceFile } from 'typescript/unstable/ast';
import type { Diagnostic } from 'typescript/unstable/sync';
import type { HookRegistry } from '../../core/index.ts';
import type { Reading } from './reading.ts';
import { hookOf } from './taps.ts';

/** The innermost reason of a complaint, which names what is to be changed. */
function reasonOf({ text, messageChain = [] }: Diagnostic): string {
  return messageChain.length === 0 ? text : reasonOf(messageChain[0]!);
}

/** A function that taps a known hook, and the positions at which the compiler says that it does not fit. */
interface Tapped {
  readonly file: SourceFile;
  readonly positions: readonly number[];
  readonly hook: string;
}

function tapped(reading: Reading, registry: HookRegistry): Tapped[] {
  const { syntax } = reading.compiled;
  const found: Tapped[] = [];
  for (const { call, receiver } of reading.methodCalls(['tap', 'tapPromise'])) {
    const hook = hookOf(reading, receiver);
    const fn = call.arguments[1];
    if (hook === undefined || fn === undefined || !registry.has(hook)) continue;
    const file = call.getSourceFile();
    const positions = [fn.getStart(file)];
    if (syntax.isArrowFunction(fn)) positions.push(fn.body.getStart(file));
    found.push({ file, positions, hook });
  }
  return found;
}

/** Tells what the compiler complains of; of a tap that does not fit its hook, with what the hook is. */
export function checkTypes(reading: Reading, registry: HookRegistry): void {
  const taps = tapped(reading, registry);
  for (const file of reading.files) {
    for (const diagnostic of reading.compiled.diagnosticsOf(file)) {
      const { pos, code } = diagnostic;
      if (reading.isAnswered(file, pos)) continue;
      const tap = taps.find((one) => one.file === file && one.positions.includes(pos));
      const reason = reasonOf(diagnostic).replace(/\s+/g, ' ');
      const message = tap === undefined ? reason : misfit(registry, tap.hook, reason);
      reading.reportAt(file, pos, 'error', `TS${code}`, message);
    }
  }
}

function misfit(registry: HookRegistry, hook: string, reason: string): string {
  const { kind, timing, params } = registry.get(hook).declaration;
  const [value] = params;
  const mend = kind === 'filter' ? `answer with ${value}, or with nothing` : 'what it answers is not heard';
  return `this is no tap of "${hook}": ${reason} It is ${timing === 'async' ? 'an asynchronous' : 'a synchronous'} ${kind} of (${params.join(', ')}); ${mend}`;
}
