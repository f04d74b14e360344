import { type Answered, answerOf, type Side } from './side.ts';
import { type Write, withIds } from './writes.ts';

/** Sends a write to a side, and notes the id of what it makes. */
export async function send(side: Side, write: Write, ids: Map<string, number>): Promise<Answered> {
  const { method, path, body, login, key } = write;
  const response = await fetch(`${side.url}/wp-json${withIds(path, ids)}`, {
    method,
    headers: { authorization: side.authorization(login), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: withIds(JSON.stringify(body), ids) }),
  });
  const answered = await answerOf(response);
  const id = (answered.body as { id?: unknown } | null)?.id;
  if (key !== undefined && typeof id === 'number') ids.set(key, id);
  return answered;
}

/** Where what a write made or changed is read: its own item, as editors see it. */
export function readBack({ path, key }: Write, ids: ReadonlyMap<string, number>): string {
  const [item = ''] = withIds(path, ids).split('?');
  if (key !== undefined) return `${item}/${ids.get(key)}?context=edit`;
  return `${item}${item.endsWith('/settings') ? '' : '?context=edit'}`;
}
