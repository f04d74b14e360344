/** The listed names as a tree: true takes a whole member, a tree only the listed parts of it. */
type Tree = Map<string, Tree | true>;

/** A list of field names (4.3), ready to be applied to data. */
export class FieldFilter {
  readonly names: readonly string[];
  readonly #tree: Tree;

  constructor(names: readonly string[]) {
    this.names = names;
    this.#tree = growTree(names);
  }

  /** Takes the listed fields of an object, or of each item of a list. */
  apply(data: unknown): unknown {
    return Array.isArray(data) ? data.map((item) => keep(item, this.#tree)) : keep(data, this.#tree);
  }
}

function growTree(names: readonly string[]): Tree {
  const root: Tree = new Map();
  for (const name of names) grow(root, name.split('.'));
  return root;
}

function grow(root: Tree, path: readonly string[]): void {
  let level = root;
  for (const part of path.slice(0, -1)) {
    let next = level.get(part);
    // A listed parent is taken as a whole, so its children add nothing.
    if (next === true) return;
    if (next === undefined) {
      next = new Map();
      level.set(part, next);
    }
    level = next;
  }
  level.set(path.at(-1)!, true);
}

/**
 * The part of a value that a tree names, members of a list by their places. An object without any such member becomes an
 * empty list, as in WordPress.
 */
function keep(value: unknown, tree: Tree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const subtree = tree.get(name);
    if (subtree !== undefined) members.push([name, subtree === true ? member : keep(member, subtree)]);
  }
  if (Array.isArray(value)) return members.map(([, member]) => member);
  return members.length === 0 ? [] : Object.fromEntries(members);
}
