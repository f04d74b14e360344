import type { Node } from 'typescript/unstable/ast';
import { createBrand, type HookRegistry, type PluginDefinition, PluginError, PluginLimits } from '../../core/index.ts';
import type { Reading } from './reading.ts';
import { hookOf } from './taps.ts';

/** Finds taps and routes that need a capability which the plugin does not declare. */
export function checkCapabilities(reading: Reading, definition: PluginDefinition, registry: HookRegistry): void {
  const limits = new PluginLimits({ ...definition, location: '' }, createBrand());
  const demand = (node: Node, ask: () => void) => {
    try {
      ask();
    } catch (error) {
      if (!(error instanceof PluginError)) throw error;
      reading.report(node, 'error', 'capability', error.message.replace(/^: /, ''));
    }
  };
  for (const { call, receiver } of reading.methodCalls(['tap', 'tapPromise'])) {
    const hook = hookOf(reading, receiver);
    if (hook === undefined || !registry.has(hook)) continue;
    demand(call, () => limits.demand(`taps hook "${hook}"`, registry.get(hook).declaration.needs));
  }
  for (const { call } of reading.methodCalls(['registerRoute'])) {
    const [first] = call.arguments;
    const namespace = reading.textOf(first);
    if (namespace !== undefined) demand(first!, () => limits.demandNamespace(namespace.replace(/^\/+|\/+$/g, '')));
  }
}
