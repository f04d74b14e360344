import { type BlockType, scriptsOf } from '../content-rendering/index.ts';

/** The handles of scripts and styles; but for scripts of the editor they are empty, because front ends have their own. */
const HANDLES = [
  'editor_script_handles',
  'script_handles',
  'view_script_handles',
  'view_script_module_ids',
  'editor_style_handles',
  'style_handles',
  'view_style_handles',
];

/** The values of a block type's fields. */
export const blockTypeValues = (type: BlockType): Record<string, unknown> => ({
  api_version: type.apiVersion ?? 1,
  title: type.title ?? '',
  name: type.name,
  is_dynamic: type.render !== undefined,
  description: type.description ?? '',
  icon: type.icon ?? null,
  category: type.category ?? null,
  keywords: type.keywords ?? [],
  parent: type.parent ?? null,
  ancestor: type.ancestor ?? null,
  allowed_blocks: type.allowedBlocks ?? null,
  // A map with nothing in it is an empty list in the interface.
  provides_context: Object.keys(type.providesContext ?? {}).length === 0 ? [] : type.providesContext,
  uses_context: type.usesContext ?? [],
  selectors: type.selectors ?? {},
  supports: type.supports ?? {},
  attributes: type.attributes ?? {},
  styles: type.styles ?? [],
  variations: type.variations ?? [],
  example: type.example ?? null,
  textdomain: type.textdomain ?? null,
  block_hooks: type.blockHooks ?? {},
  ...Object.fromEntries(HANDLES.map((name) => [name, []])),
  editor_script_handles: scriptsOf(type).map((_, at) => handleOf(type.name, at)),
});

/** The handle of a script for the editor, as the reference names it. */
const handleOf = (name: string, at: number): string =>
  `${name.replaceAll('/', '-')}-editor-script${at === 0 ? '' : `-${at + 1}`}`;
