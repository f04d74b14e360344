/** The JSON of members that nobody has asked for yet, by object and name. */
const written = new WeakMap<object, Map<string, string>>();

/**
 * Gives an object a member whose JSON is known already: it is written as it is, unless somebody reads or sets the
 * member. `make` then makes the value, which is the reader's own to change.
 */
export function addWrittenMember(object: object, name: string, json: string, make: () => unknown): void {
  const members = written.get(object) ?? new Map<string, string>();
  written.set(object, members.set(name, json));
  const settle = (value: unknown) => {
    members.delete(name);
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  };
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      settle(value);
      return value;
    },
    set: settle,
  });
}

/** A copy of an object with further members, as a spread makes it; what is written already stays so. */
export function withMembers(object: object, more: Readonly<Record<string, unknown>>): object {
  const members = written.get(object);
  if (members === undefined || members.size === 0) return { ...object, ...more };
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const json = members.get(name);
    if (json === undefined) copy[name] = (object as Record<string, unknown>)[name];
    else addWrittenMember(copy, name, json, () => (object as Record<string, unknown>)[name]);
  }
  return Object.assign(copy, more);
}

/** The JSON of a value, as `JSON.stringify` has it; members that are written already are taken as they are. */
export function toJson(value: unknown, indent = 0): string {
  const members = typeof value === 'object' && value !== null ? written.get(value) : undefined;
  if (members === undefined || members.size === 0 || indent > 0) return JSON.stringify(value ?? null, null, indent);
  const parts: string[] = [];
  for (const name of Object.keys(value as object)) {
    const json = members.get(name) ?? JSON.stringify((value as Record<string, unknown>)[name]);
    if (json !== undefined) parts.push(`${JSON.stringify(name)}:${json}`);
  }
  return `{${parts.join(',')}}`;
}
