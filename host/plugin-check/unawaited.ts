import type { PluginSource } from './plugin-source.ts';
import { requestFunctions } from './taps.ts';

/** Reports promises that nothing waits for, in functions that run during requests: what fails in one is told to nobody. */
export function checkUnawaited(source: PluginSource): void {
  const { checker, syntax } = source.compiled;
  for (const { node, words } of requestFunctions(source)) {
    for (const statement of source.within(node)) {
      if (!syntax.isExpressionStatement(statement) || !syntax.isCallExpression(statement.expression)) continue;
      const type = checker.getTypeAtLocation(statement.expression);
      if (type === undefined || !/^Promise</.test(checker.typeToString(type))) continue;
      const called = statement.expression.expression.getText();
      const message = `${words} does not wait for ${called}, so that what fails in it is lost; await it, or catch what it throws`;
      source.report(statement, 'warning', 'unawaited', message);
    }
  }
}
