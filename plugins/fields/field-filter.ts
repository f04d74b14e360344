/** The listed names as a tree: true keeps a member whole, a tree only what it names of it. */
type Tree = Map<string, Tree | true>;

/** How many written items a filter remembers, and how long one may be, in characters: there may be many filters. */
const MOST_WRITTEN = 100;
const LONGEST_WRITTEN = 500;

/** A list of field names (4.3), ready to be applied to data. */
export class FieldFilter {
  readonly names: readonly string[];
  readonly #tree: Tree;
  /** What is kept of items that are written, by their JSON. */
  readonly #written = new Map<string, string>();

  constructor(names: readonly string[]) {
    this.names = names;
    this.#tree = growTree(names);
  }

  /** Keeps what is listed of an object, or of each item of a list. */
  apply(data: unknown): unknown {
    return Array.isArray(data) ? data.map((item) => keep(item, this.#tree)) : keep(data, this.#tree);
  }

  /** Keeps what is listed of an object that is written as JSON. */
  applyToJson(json: string): string {
    let kept = this.#written.get(json);
    if (kept === undefined) {
      kept = JSON.stringify(keep(JSON.parse(json), this.#tree));
      if (this.#written.size >= MOST_WRITTEN) this.#written.clear();
      if (json.length <= LONGEST_WRITTEN) this.#written.set(json, kept);
    }
    return kept;
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
    // A listed parent is kept whole, so its children add nothing.
    if (next === true) return;
    if (next === undefined) {
      next = new Map();
      level.set(part, next);
    }
    level = next;
  }
  level.set(path.at(-1)!, true);
}

/** What a tree keeps of a value. Where nothing is left of an object there is an empty list, as the reference has it. */
function keep(value: unknown, tree: Tree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const wanted = tree.get(name);
    if (wanted !== undefined) kept.push([name, wanted === true ? member : keep(member, wanted)]);
  }
  return kept.length === 0 ? [] : Object.fromEntries(kept);
}
