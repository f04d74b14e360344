/** Goes up with each window, so that a read can be placed before, in or after it. One for the process. */
let moment = 0;

/** Something that answers are made of and that changes: a table, or what a plugin keeps elsewhere. */
export class Source {
  readonly name: string;
  /** Goes up with each change. */
  version = 0;
  /** The last window in which it was read. */
  lastRead = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Notes that the source, or what is kept of it, has been read. */
  read(): void {
    this.lastRead = moment;
  }
}

/** A source with the version that it had. */
export interface SourceState {
  readonly source: Source;
  readonly version: number;
}

/** The time in which an answer is made. */
export interface ReadingWindow {
  readonly moment: number;
  readonly changes: number;
}

/** Stops a watch. */
export type StopWatching = () => void | Promise<void>;

/** Told that others have changed something, and of what; of anything, where that is not known. */
export type ChangedElsewhere = (names?: readonly string[]) => void;

/** Watches for the changes of other processes. */
export interface Watch {
  changed: ChangedElsewhere;
  /** Whether changes are seen at present; while they are not, nothing may be taken for current. */
  sees(sees: boolean): void;
}

/**
 * The versions of what answers are made of, for all hosts of this process on one database. It is not followed which
 * request reads what: all that anybody reads while an answer is made counts as read for it, which is never too little
 * and costs a read next to nothing.
 */
export class Sources {
  readonly #all = new Map<string, Source>();
  readonly #listeners = new Map<() => void | Promise<void>, string>();
  readonly #watch: ((watch: Watch) => StopWatching) | undefined;
  #changes = 0;
  #writing = 0;
  #watchers = 0;
  #stop: StopWatching | undefined;
  #sees = false;

  /** `watch` begins to watch for what other processes change; left out where there can be none. */
  constructor(watch?: (watch: Watch) => StopWatching) {
    this.#watch = watch;
  }

  /** The source of a name, made when it is first asked for: a table without prefix, or a name of a plugin's own. */
  source(name: string): Source {
    let source = this.#all.get(name);
    if (source === undefined) {
      source = new Source(name);
      this.#all.set(name, source);
    }
    return source;
  }

  /** Goes up with every change, so that whoever saw it last knows that nothing has changed at all. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether the changes of other processes are seen within a second. */
  get isCurrent(): boolean {
    return this.#watch === undefined || this.#sees;
  }

  /** Begins the time in which an answer is made. */
  begin(): ReadingWindow {
    return { moment: ++moment, changes: this.#writing > 0 ? -1 : this.#changes };
  }

  /** All that was read in that time; undefined when something was written in it, or is being written now. */
  end(window: ReadingWindow): SourceState[] | undefined {
    if (window.changes !== this.#changes) return undefined;
    const read: SourceState[] = [];
    for (const source of this.#all.values()) {
      if (source.lastRead >= window.moment) read.push({ source, version: source.version });
    }
    return read;
  }

  /** Says that something is being written, until `endWrite` says what. */
  beginWrite(): void {
    this.#writing++;
    this.#changes++;
  }

  /** Says that what was being written is written. */
  endWrite(names: Iterable<string>): void {
    this.#writing--;
    this.changed(names);
  }

  /** Says that sources have changed. */
  changed(names: Iterable<string>): void {
    this.#changes++;
    for (const name of names) {
      if (name === ANYTHING) this.#changeAll();
      else this.source(name).version++;
    }
    this.source(ANYTHING).version++;
  }

  /**
   * Has work done, such as reading again what is kept of a source, when another process may have changed it; answers
   * with what ends that. On some systems what this process has changed itself is told, too.
   */
  whenChangedElsewhere(name: string, work: () => void | Promise<void>): () => void {
    this.#listeners.set(work, name);
    return () => this.#listeners.delete(work);
  }

  /** Watches for the changes of other processes until the answer is called. */
  watch(): () => Promise<void> {
    const watch = this.#watch;
    if (watch === undefined) return async () => undefined;
    if (this.#watchers++ === 0) {
      this.#stop = watch({
        changed: (names) => void this.#changedElsewhere(names),
        sees: (sees) => {
          this.#sees = sees;
          this.changed([ANYTHING]);
        },
      });
    }
    let over = false;
    return async () => {
      if (over) return;
      over = true;
      if (--this.#watchers > 0) return;
      this.#sees = false;
      await this.#stop?.();
    };
  }

  async #changedElsewhere(names: readonly string[] = [ANYTHING]): Promise<void> {
    this.beginWrite();
    this.changed(names);
    try {
      for (const [listener, name] of this.#listeners) {
        if (names.includes(name) || names.includes(ANYTHING)) await listener();
      }
    } finally {
      this.endWrite(names);
    }
  }

  #changeAll(): void {
    for (const source of this.#all.values()) source.version++;
  }
}

/** The source that stands for all of them: it changes with each, and each changes with it. */
export const ANYTHING = '*';
