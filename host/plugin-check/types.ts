import type { SourceFile } from 'typescript/unstable/ast';
import type { Diagnostic } from 'typescript/unstable/sync';
import type { HookRegistry } from '../../core/hooks/index.ts';
import type { PluginSource } from './plugin-source.ts';
import { hookOf } from './taps.ts';

/** The innermost message of a diagnostic, which is the most specific one. */
function reasonOf({ text, messageChain = [] }: Diagnostic): string {
  return messageChain.length === 0 ? text : reasonOf(messageChain[0]!);
}

/** A tap of a known hook, and the positions at which the compiler reports that its function does not fit. */
interface TapPositions {
  readonly file: SourceFile;
  readonly positions: readonly number[];
  readonly hook: string;
}

function tapPositions(source: PluginSource, registry: HookRegistry): TapPositions[] {
  const { syntax } = source.compiled;
  const found: TapPositions[] = [];
  for (const { call, receiver } of source.methodCalls(['tap', 'tapPromise'])) {
    const hook = hookOf(source, receiver);
    const fn = call.arguments[1];
    if (hook === undefined || fn === undefined || !registry.has(hook)) continue;
    const file = call.getSourceFile();
    const positions = [fn.getStart(file)];
    if (syntax.isArrowFunction(fn)) positions.push(fn.body.getStart(file));
    found.push({ file, positions, hook });
  }
  return found;
}

/** Reports the diagnostics of the compiler; for a tap that does not fit its hook, with the hook's declaration. */
export function checkTypes(source: PluginSource, registry: HookRegistry): void {
  const taps = tapPositions(source, registry);
  for (const file of source.files) {
    for (const diagnostic of source.compiled.diagnosticsOf(file)) {
      const { pos, code } = diagnostic;
      if (source.isExplained(file, pos)) continue;
      const tap = taps.find((one) => one.file === file && one.positions.includes(pos));
      const reason = reasonOf(diagnostic).replace(/\s+/g, ' ');
      const message = tap === undefined ? reason : misfit(registry, tap.hook, reason);
      source.reportAt(file, pos, 'error', `TS${code}`, message);
    }
  }
}

function misfit(registry: HookRegistry, hook: string, reason: string): string {
  const { kind, timing, params } = registry.get(hook).declaration;
  const [value] = params;
  const mend = kind === 'filter' ? `answer with ${value}, or with nothing` : 'its result is ignored';
  return `this is no tap of "${hook}": ${reason} It is ${timing === 'async' ? 'an asynchronous' : 'a synchronous'} ${kind} of (${params.join(', ')}); ${mend}`;
}
