import { claim } from '../../core/hooks/index.ts';
import { type ArgumentSchema, serviceToken } from '../../core/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import type { BlockInstance } from './block-instance.ts';
import type { RenderContext } from './context.ts';

/** A kind of block. One with `render` is dynamic: it is rendered anew each time it is shown. */
export interface BlockType {
  /** The name with its namespace, as `core/latest-posts`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  readonly icon?: string;
  readonly keywords?: readonly string[];
  readonly textdomain?: string;
  /** The version of the interface of blocks that it is written for; 1 when left out. */
  readonly apiVersion?: number;
  /** The blocks directly within which alone it may stand; `ancestor`: somewhere within which. */
  readonly parent?: readonly string[];
  readonly ancestor?: readonly string[];
  /** The blocks that alone may stand in it. */
  readonly allowedBlocks?: readonly string[];
  /** The context that it provides to blocks within it: the attribute by the name of the value. */
  readonly providesContext?: Readonly<Record<string, string>>;
  readonly usesContext?: readonly string[];
  readonly selectors?: Readonly<Record<string, unknown>>;
  readonly supports?: Readonly<Record<string, unknown>>;
  readonly styles?: readonly Readonly<Record<string, unknown>>[];
  readonly variations?: readonly Readonly<Record<string, unknown>>[];
  readonly example?: Readonly<Record<string, unknown>>;
  /**
   * Paths on this site of the scripts that register it in the editor, as its plugin serves them: `/my-plugin/block.js`.
   * Without one, the editor shows what `render` answers.
   */
  readonly editorScript?: string | readonly string[];
  /** Where it is put by itself: `before`, `after`, `first_child` or `last_child` by the name of the other block. */
  readonly blockHooks?: Readonly<Record<string, string>>;
  /** The schemas of its attributes by name. */
  readonly attributes?: Readonly<Record<string, ArgumentSchema>>;
  /** Whether it renders the blocks within it by itself, as one that repeats them does. Its markup is empty then. */
  readonly skipInnerBlocks?: boolean;
  /**
   * Whether it renders the same each time from its attributes and its markup alone, so that a text with it may be cached
   * and it is not counted among the dynamic parts; or a function that says so of its attributes.
   */
  readonly pure?: boolean | ((attributes: Readonly<Record<string, unknown>>) => boolean);
  /**
   * Renders a block: its attributes with their defaults, its own rendered markup, and the block as parsed, with the
   * values of the context that it uses.
   * A failure is logged, and the markup stands.
   */
  render?(
    attributes: Readonly<Record<string, unknown>>,
    content: string,
    block: BlockInstance,
    context: RenderContext,
  ): string | Promise<string>;
}

/** The registry of block types. */
export interface BlockTypes {
  /** Adds a block type; throws a TypeError for a name without a namespace, one that is taken, and a script elsewhere. */
  register(type: BlockType): void;
  get(name: string): BlockType | undefined;
  /** All block types, by name. */
  list(): BlockType[];
}

/** The token of the registry of block types. */
export const BlockTypes = serviceToken('block-types');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'block-types': BlockTypes;
  }
}

/** The paths of the scripts that register a block type in the editor. */
export const scriptsOf = ({ editorScript = [] }: Pick<BlockType, 'editorScript'>): readonly string[] =>
  typeof editorScript === 'string' ? [editorScript] : editorScript;

/** A path, and no address of another site. */
const PATH = /^\/(?![/\\])[^\s"'<>\\]*$/;

const NAME = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/;

/** Makes an empty registry of block types; `added` is called for each new one. */
export function createBlockTypes(added: () => void = () => undefined): BlockTypes {
  const types = new Map<string, BlockType>();
  return {
    register(type) {
      if (!NAME.test(type.name))
        throw new TypeError(`a block type's name is like "my-plugin/block", not "${type.name}"`);
      if (types.has(type.name)) throw new TypeError(`there is a block type "${type.name}" already`);
      for (const script of scriptsOf(type)) {
        if (!PATH.test(script))
          throw new TypeError(
            `block type "${type.name}": "${script}" is not a path on this site; write its editorScript as "/my-plugin/block.js"`,
          );
      }
      types.set(type.name, claim(type));
      added();
    },
    get: (name) => types.get(name),
    list: () => [...types.values()].sort((one, two) => (one.name < two.name ? -1 : 1)),
  };
}

/** The attributes that a block is rendered with: invalid ones go, and missing ones get their defaults. */
export function preparedAttributes(type: BlockType, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const schemas = Object.entries(type.attributes ?? {});
  const defaults = schemas.filter(([, schema]) => schema.default !== undefined);
  const invalid = new Set(
    schemas
      .filter(([name, schema]) => Object.hasOwn(given, name) && compileSchema(schema).validate(given[name], name))
      .map(([name]) => name),
  );
  return Object.fromEntries([
    ...defaults.map(([name, schema]) => [name, schema.default] as const),
    ...Object.entries(given).filter(([name]) => !invalid.has(name)),
  ]);
}
