import type { FieldSelection } from '../../../core/index.ts';
import type { ItemValues } from './item-values.ts';

/** Works out the values that are wanted, those that take time all at once. */
export async function wantedValues(values: ItemValues, fields: FieldSelection): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {};
  const pending: Promise<void>[] = [];
  for (const name of Object.keys(values)) {
    if (!fields.has(name)) continue;
    const value = values[name]!();
    // The place is kept, so that fields stand in their order.
    data[name] = value;
    if (value instanceof Promise) pending.push(settle(data, name, value));
  }
  if (pending.length > 0) await Promise.all(pending);
  return data;
}

async function settle(data: Record<string, unknown>, name: string, value: Promise<unknown>): Promise<void> {
  data[name] = await value;
}
