/** How many values statements are given at a time. SQLite takes 32,766 parameters at most, servers take 65,535. */
const MOST = 1000;

/** What statements find for a list of any length, of which each is given a part; an empty one asks nothing. */
export async function inParts<V, R>(
  values: readonly V[],
  find: (part: readonly V[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  if (values.length === 0) return [];
  if (values.length <= MOST) return find(values);
  const found: R[] = [];
  for (let at = 0; at < values.length; at += MOST) {
    for (const one of await find(values.slice(at, at + MOST))) found.push(one);
  }
  return found;
}
