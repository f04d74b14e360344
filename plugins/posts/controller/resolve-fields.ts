import type { FieldSelection } from '../../../core/index.ts';

/** The values of an item's fields, each worked out only when it is requested. */
export type ItemValues = Record<string, () => unknown>;

/** Works out the values of the requested fields, in their order. */
export async function resolveFields(values: ItemValues, fields: FieldSelection): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {};
  for (const name of Object.keys(values)) {
    if (!fields.has(name)) continue;
    const value = values[name]!();
    // Most values need no waiting, and an `await` of each would cost a turn of the microtask queue.
    data[name] = value instanceof Promise ? await value : value;
  }
  return data;
}
