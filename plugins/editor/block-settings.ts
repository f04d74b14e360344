import type { ArgumentSchema } from '../../core/index.ts';
import { type BlockType, type BlockTypes, scriptsOf } from '../content-rendering/index.ts';

/** Blocks that no plugin registers, since their stored markup says all by itself. */
const STORED_ALONE = ['core/details'];

/** Types of attributes that have a control in the sidebar. */
const CONTROLLED = ['string', 'number', 'integer', 'boolean'];

/** The blocks that may be inserted: those that the site shows. What nobody renders here is left out. */
export const allowedBlocks = (blocks: BlockTypes): string[] => [
  ...STORED_ALONE,
  ...blocks.list().map(({ name }) => name),
];

/** What the editor is told of the blocks that plugins add. */
export interface AddedBlocks {
  /** What is known of each, by name. */
  readonly blocks: Readonly<Record<string, object>>;
  /**
   * Those of them that the editor registers, unless a script does: it shows what `/block-renderer` answers, and makes a
   * control of each simple attribute.
   */
  readonly rendered: readonly string[];
  /** The addresses of the scripts that register the others. */
  readonly scripts: readonly string[];
}

/** The blocks that plugins add: those that are rendered here, and those that have a script for the editor. */
export function addedBlocks(blocks: BlockTypes | undefined, home: string): AddedBlocks {
  const added = (blocks?.list() ?? []).filter(
    (type) => !type.name.startsWith('core/') && (type.render !== undefined || scriptsOf(type).length > 0),
  );
  return {
    blocks: Object.fromEntries(added.map((type) => [type.name, definitionOf(type)])),
    rendered: added.filter(({ render }) => render !== undefined).map(({ name }) => name),
    scripts: [...new Set(added.flatMap(scriptsOf))].map((path) => home + path),
  };
}

function definitionOf(type: BlockType): object {
  const attributes = Object.entries(type.attributes ?? {});
  const hasScript = scriptsOf(type).length > 0;
  return {
    title: type.title ?? type.name,
    description: type.description,
    category: type.category ?? 'widgets',
    keywords: type.keywords,
    apiVersion: 3,
    parent: type.parent,
    ancestor: type.ancestor,
    allowedBlocks: type.allowedBlocks,
    usesContext: type.usesContext,
    providesContext: type.providesContext,
    styles: type.styles,
    variations: type.variations,
    example: type.example,
    // The markup is the plugin's own: it bears a class of the author's only where the type says so.
    supports: hasScript ? type.supports : { className: false, customClassName: false, html: false, ...type.supports },
    attributes: hasScript
      ? type.attributes
      : Object.fromEntries(attributes.map(([name, schema]) => [name, controlled(name, schema)])),
  };
}

/** The schema of an attribute as editors know it; one of a simple type has a control, by its title or what it is for. */
function controlled(
  name: string,
  { type, default: fallback, enum: values, title, description }: ArgumentSchema,
): object {
  const schema = {
    type,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(values === undefined ? {} : { enum: values }),
  };
  if (!CONTROLLED.includes(String(type))) return schema;
  return { ...schema, label: title ?? description?.replace(/\.$/, '') ?? name, autoGenerateControl: true };
}
