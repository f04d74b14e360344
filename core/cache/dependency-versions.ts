import type { Dependency } from './dependency.ts';

/** The dependencies that a value was made of, with the versions that they had. */
export class DependencyVersions {
  readonly dependencies: readonly Dependency[];
  readonly #tracker: { readonly changes: number };
  readonly #versions: readonly number[];
  /** The tracker's count of changes at which the versions were last compared. */
  #checkedAt: number;

  constructor(tracker: { readonly changes: number }, dependencies: readonly Dependency[]) {
    this.#tracker = tracker;
    this.dependencies = dependencies;
    this.#versions = dependencies.map(({ version }) => version);
    this.#checkedAt = tracker.changes;
  }

  /** Whether no dependency has changed since. */
  areCurrent(): boolean {
    const { changes } = this.#tracker;
    if (this.#checkedAt === changes) return true;
    if (this.dependencies.some(({ version }, at) => version !== this.#versions[at])) return false;
    this.#checkedAt = changes;
    return true;
  }

  /** Notes that all dependencies have been read. */
  read(): void {
    for (const dependency of this.dependencies) dependency.read();
  }
}
