import type { CallExpression } from 'typescript/unstable/ast';
import type { PluginSource } from './plugin-source.ts';

/** What is wrong with a call of `can` that does not fit its capability; undefined where the compiler says it better. */
function misuse(source: PluginSource, capability: string, call: CallExpression): string | undefined {
  const [, given] = call.arguments;
  if (given === undefined) {
    return `can('${capability}') asks of one object, and is false without it; give the object after it, loaded by its store`;
  }
  const { checker } = source.compiled;
  const type = checker.getTypeAtLocation(given);
  if (type !== undefined && /^(?:number|string|\d+|".*")$/.test(checker.typeToString(type))) {
    return `can('${capability}', ${given.getText()}) is given an id; load the object by its store, and give that`;
  }
  return undefined;
}

/** Reports calls of `can` whose arguments are not those of the capability: an id, no object, or one too many. */
export function checkCan(source: PluginSource): void {
  const { diagnosticsOf } = source.compiled;
  const calls = [...source.methodCalls(['can'])].filter(({ type }) => type === 'CurrentUser' || type === 'RoleUser');
  for (const { call } of calls) {
    const capability = source.textOf(call.arguments[0]);
    const file = call.getSourceFile();
    const isIn = (pos: number) => pos >= call.getStart(file) && pos < call.end;
    const diagnostic = diagnosticsOf(file).find(({ pos }) => isIn(pos));
    if (capability === undefined || diagnostic === undefined) continue;
    const takesNone = /^Expected 1 arguments/.test(diagnostic.text);
    const message = takesNone
      ? `can('${capability}') asks of no object, and looks at none; leave the object out, or ask for the capability on one, like 'edit_post'`
      : misuse(source, capability, call);
    if (message === undefined) continue;
    source.explain(call);
    source.report(call.arguments[takesNone ? 1 : 0]!, 'error', 'can', message);
  }
}
