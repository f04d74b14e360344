import { attempt, type FieldSelection, isPromise, type MaybePromise } from '../../../core/index.ts';
import type { ItemValues } from './item-values.ts';

/** Works out the values that are wanted, those that take time all at once. */
export function wantedValues(values: ItemValues, fields: FieldSelection): MaybePromise<Record<string, unknown>> {
  const data: Record<string, unknown> = {};
  const pending: Promise<void>[] = [];
  for (const name of Object.keys(values)) {
    if (!fields.has(name)) continue;
    const value = attempt(values[name]!);
    // The place is kept, so that fields stand in their order.
    data[name] = value;
    if (isPromise(value)) pending.push(settle(data, name, value));
  }
  return pending.length === 0 ? data : Promise.all(pending).then(() => data);
}

async function settle(data: Record<string, unknown>, name: string, value: Promise<unknown>): Promise<void> {
  data[name] = await value;
}
