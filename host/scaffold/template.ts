/** The spellings of a plugin's name that its files use. */
export interface Names {
  /** As given: `my-plugin`. */
  readonly name: string;
  /** For people: `My plugin`. */
  readonly title: string;
  /** As a name of hooks, tables and types: `my_plugin`. */
  readonly key: string;
}

/** Spells a plugin's name. */
export const namesOf = (name: string): Names => ({
  name,
  title: `${name[0]!.toUpperCase()}${name.slice(1)}`.replaceAll('-', ' '),
  key: name.replaceAll('-', '_'),
});

/** A kind of plugin to begin with. */
export interface Template {
  /** What such a plugin does, as its README goes on after the title. */
  readonly about: (names: Names) => string;
  /** A path of the interface that it answers, for a first request. */
  readonly path: (names: Names) => string;
  /** The text of `index.ts`. */
  readonly index: (names: Names) => string;
  /** The text of the spec beside it: the facts within `describe`. */
  readonly facts: (names: Names) => string;
  /** What a test host of it is made of: the argument of `testHost`. */
  readonly host: (names: Names) => string;
  /** Its options, for the README. */
  readonly options: readonly (readonly [name: string, fallback: string, meaning: string])[];
}
