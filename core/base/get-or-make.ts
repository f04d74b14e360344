interface Store<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key in a map, made and stored where there is none yet. */
export function getOrMake<K, V extends NonNullable<unknown> | null>(
  store: Store<K, V>,
  key: K,
  make: (key: K) => V,
): V {
  let value = store.get(key);
  if (value === undefined) {
    value = make(key);
    store.set(key, value);
  }
  return value;
}

/** As `getOrMake`, for keys that may be endlessly many: a map that holds the most that it may begins anew. */
export function getOrMakeAmong<K, V extends NonNullable<unknown> | null>(
  map: Map<K, V>,
  most: number,
  key: K,
  make: (key: K) => V,
): V {
  if (map.size >= most && !map.has(key)) map.clear();
  return getOrMake(map, key, make);
}
