import type { Capability } from '../../core/base/index.ts';

/** The forms of a plugin's name that its files use. */
export interface Names {
  /** As given: `my-plugin`. */
  readonly name: string;
  /** As a title: `My plugin`. */
  readonly title: string;
  /** In names of hooks, tables and content types: `my_plugin`. */
  readonly key: string;
}

/** The forms of a name in kebab-case. */
export const namesOf = (name: string): Names => ({
  name,
  title: `${name[0]!.toUpperCase()}${name.slice(1)}`.replaceAll('-', ' '),
  key: name.replaceAll('-', '_'),
});

/** Texts as a list in TypeScript. */
export const listOf = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join(', ')}]`;

/** A template of a new plugin. */
export interface Template {
  /** What the plugin does, for its README. */
  readonly about: (names: Names) => string;
  /** A path of the REST interface that it answers. */
  readonly path: (names: Names) => string;
  /** The capabilities that it declares. */
  readonly capabilities: readonly Capability[];
  /** The text of `index.ts`. */
  readonly index: (names: Names) => string;
  /** The tests within `describe` of its spec. */
  readonly facts: (names: Names) => string;
  /** The argument of `testHost` in its spec. */
  readonly host: (names: Names) => string;
  /** Its options, for the README. */
  readonly options: readonly (readonly [name: string, fallback: string, meaning: string])[];
}
