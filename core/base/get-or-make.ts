interface Store<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key in a map, made and stored where there is none yet. */
export function getOrMake<K, V extends {}>(store: Store<K, V>, key: K, make: (key: K) => V): V {
  let value = store.get(key);
  if (value === undefined) {
    value = make(key);
    store.set(key, value);
  }
  return value;
}
