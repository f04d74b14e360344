import { getOrMake } from '../base/get-or-make.ts';
import { ANYTHING, Dependency, nextWindow } from './dependency.ts';
import { DependencyVersions } from './dependency-versions.ts';

/** The time in which a value is made, from `begin` to `end`. */
export interface RecordingWindow {
  readonly number: number;
  /** The tracker's count of changes when the window began. */
  readonly changes: number;
}

/** What a watch reports to the tracker. */
export interface WatchEvents {
  /** Another process has changed these dependencies; any of them, where the names are not known. */
  changed(names?: readonly string[]): void | Promise<void>;
  /** Whether changes are seen at present; while they are not, no cached value is used. */
  sees(sees: boolean): void;
}

/** A running watch for the changes of other processes. */
export interface Watching {
  /** Looks for changes at once and reports them; left out where changes are reported to us. */
  look?(): void;
  stop(): void | Promise<void>;
}

/** Begins to watch for the changes of other processes. */
export type StartWatching = (events: WatchEvents) => Watching;

/**
 * The versions of what cached values are made of. One tracker serves all hosts of the process on one database.
 *
 * It does not follow which request reads what: all that is read while a value is recorded counts as read for that value.
 * This is never too little, and costs a read next to nothing.
 */
export class ChangeTracker {
  readonly #dependencies = new Map<string, Dependency>();
  readonly #anything: Dependency;
  readonly #listeners = new Map<() => void | Promise<void>, string>();
  readonly #start: StartWatching | undefined;
  #changes = 0;
  /** How many writes are under way, each counted once for each of its dependencies. */
  #writes = 0;
  #watchers = 0;
  #watching: Watching | undefined;
  #sees = false;

  /** @param start begins to watch for the changes of other processes; left out where there can be none */
  constructor(start?: StartWatching) {
    this.#start = start;
    this.#anything = this.dependency(ANYTHING);
  }

  /** The dependency of a name, made when it is first named: a table without prefix, or a name of a plugin's own. */
  dependency(name: string): Dependency {
    return getOrMake(this.#dependencies, name, (one) => new Dependency(one));
  }

  /** The present versions of dependencies. */
  versionsOf(names: readonly string[]): DependencyVersions {
    return new DependencyVersions(
      this,
      names.map((name) => this.dependency(name)),
    );
  }

  /** Grows with every change, so that equal counts mean that nothing has changed at all. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether the changes of other processes are seen. Looks for them first, where that can be done at once. */
  get isCurrent(): boolean {
    if (this.#start === undefined) return true;
    if (this.#sees) this.#watching?.look?.();
    return this.#sees;
  }

  /** Begins to record what is read. */
  begin(): RecordingWindow {
    return { number: nextWindow(), changes: this.#changes };
  }

  /** All that was read in a window; undefined when some of it changed meanwhile, or is being written. */
  end(window: RecordingWindow): DependencyVersions | undefined {
    const read = [...this.#dependencies.values()].filter(({ lastRead }) => lastRead >= window.number);
    const isSettled = read.every((one) => one.lastChange <= window.changes && !this.#isWritten(one));
    return isSettled ? new DependencyVersions(this, read) : undefined;
  }

  /** Whether any of these dependencies is being written. */
  areWritten(names: readonly string[]): boolean {
    return names.some((name) => this.#isWritten(this.dependency(name)));
  }

  /** Says that dependencies are being written, until `endWrite` is called with the same names. */
  beginWrite(names: Iterable<string>): void {
    for (const name of names) {
      this.dependency(name).writes++;
      this.#writes++;
    }
  }

  /** Says that what was being written is written. */
  endWrite(names: Iterable<string>): void {
    const written = [...names];
    for (const name of written) {
      this.dependency(name).writes--;
      this.#writes--;
    }
    this.changed(written);
  }

  /** Says that dependencies have changed. */
  changed(names: Iterable<string>): void {
    this.#changes++;
    for (const name of names) {
      if (name === ANYTHING) for (const one of this.#dependencies.values()) this.#change(one);
      else this.#change(this.dependency(name));
    }
    this.#change(this.#anything);
  }

  /**
   * Calls a function, such as one that reads an in-memory copy again, when another process may have changed a
   * dependency. On some systems it is called for changes of this process, too.
   *
   * @returns what ends that
   */
  onChangedElsewhere(name: string, listener: () => void | Promise<void>): () => void {
    this.#listeners.set(listener, name);
    return () => this.#listeners.delete(listener);
  }

  /** Watches for the changes of other processes until the returned function is called. */
  watch(): () => Promise<void> {
    const start = this.#start;
    if (start === undefined) return async () => undefined;
    if (this.#watchers++ === 0) {
      this.#watching = start({
        changed: (names) => this.#changedElsewhere(names),
        sees: (sees) => {
          this.#sees = sees;
          // What happened meanwhile is not known; until now, nothing was.
          if (sees) this.changed([ANYTHING]);
        },
      });
    }
    let isOver = false;
    return async () => {
      if (isOver) return;
      isOver = true;
      if (--this.#watchers > 0) return;
      this.#sees = false;
      await this.#watching?.stop();
    };
  }

  async #changedElsewhere(names: readonly string[] = [ANYTHING]): Promise<void> {
    this.beginWrite(names);
    this.changed(names);
    try {
      for (const [listener, name] of this.#listeners) {
        if (names.includes(name) || names.includes(ANYTHING)) await listener();
      }
    } finally {
      this.endWrite(names);
    }
  }

  #change(dependency: Dependency): void {
    dependency.version++;
    dependency.lastChange = this.#changes;
  }

  #isWritten(dependency: Dependency): boolean {
    if (dependency === this.#anything) return this.#writes > 0;
    return dependency.writes > 0 || this.#anything.writes > 0;
  }
}
