/** The name of the dependency that stands for all of them: it changes with each, and each changes with it. */
export const ANYTHING = '*';

/** Something that cached values are made of and that changes: a table, the options, or data of a plugin's own. */
export class Dependency {
  readonly name: string;
  /** Grows with each change. */
  version = 0;
  /** The tracker's count of changes at the last change. */
  lastChange = 0;
  /** The recording window in which it was last read. */
  lastRead = 0;
  /** How many writes to it are under way. */
  writes = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Notes that the dependency, or something cached of it, has been read. */
  read(): void {
    this.lastRead = openWindow;
  }
}

/** The number of the last recording window. One count for the process, since a dependency is read for all of them. */
let openWindow = 0;

/** Opens a recording window and returns its number: what is read from now on was read in it or in a later one. */
export const nextWindow = (): number => ++openWindow;
