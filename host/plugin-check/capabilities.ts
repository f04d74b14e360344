import type { Node } from 'typescript/unstable/ast';
import type { HookRegistry } from '../../core/hooks/index.ts';
import { type PluginDefinition, PluginError } from '../../core/index.ts';
import { PluginPermissions } from '../../core/services/index.ts';
import { createBrand } from '../../core/site/index.ts';
import { trimAscii } from '../../core/text/index.ts';
import type { PluginSource } from './plugin-source.ts';
import { hookOf } from './taps.ts';

/** Reports taps and routes that require a capability which the plugin does not declare. */
export function checkCapabilities(source: PluginSource, definition: PluginDefinition, registry: HookRegistry): void {
  const permissions = new PluginPermissions({ ...definition, location: '' }, createBrand());
  const reportRefusal = (node: Node, require: () => void) => {
    try {
      require();
    } catch (error) {
      if (!(error instanceof PluginError)) throw error;
      source.report(node, 'error', 'capability', error.message.replace(/^: /, ''));
    }
  };
  for (const { call, receiver } of source.methodCalls(['tap', 'tapPromise'])) {
    const hook = hookOf(source, receiver);
    if (hook === undefined || !registry.has(hook)) continue;
    reportRefusal(call, () =>
      permissions.require(`taps hook "${hook}"`, registry.get(hook).declaration.requiredPermissions),
    );
  }
  for (const { call } of source.methodCalls(['registerRoute'])) {
    const [first] = call.arguments;
    const namespace = source.textOf(first);
    if (namespace !== undefined) reportRefusal(first!, () => permissions.requireNamespace(trimAscii(namespace, '/')));
  }
}
