import { listPermissions } from '../../core/base/index.ts';
import type { HookDeclaration } from '../../core/index.ts';

/** What a placeholder in a hook's name is filled with in an example. */
const VALUES: Readonly<Record<string, string>> = {
  post_type: 'post',
  taxonomy: 'category',
  key: 'orderBy',
  option: 'blogname',
  shortcode: 'gallery',
};

/** A hook's name with its placeholders filled: `rest_prepare_post`. */
export const exampleName = (name: string): string =>
  name.replace(/\{([^{}]*)\}/g, (_, key: string) => VALUES[key] ?? 'value');

/** The expression for a hook in source code; of a pattern, the hook of one value. */
function asked(name: string, kind: string): string {
  const placeholder = /\{([^{}]*)\}/.exec(name)?.[1];
  const hook = `hooks.${kind}('${name}')`;
  return placeholder === undefined ? hook : `${hook}.for('${VALUES[placeholder] ?? 'value'}')`;
}

/** The value that an example returns: the filtered value, with a small change where its type is known. */
function answerOf(value: string, type: string | undefined): string {
  if (type === 'RestResponse') return `${value}.header('X-My-Plugin', 'yes')`;
  if (type === 'string') return `${value}.trim()`;
  if (type !== undefined && /^(?:readonly )?\w+\[\]$/.test(type)) return `[...${value}]`;
  if (type !== undefined && /^(?:Readonly<)?Record</.test(type)) return `({ ...${value} })`;
  return value;
}

/** A tap of a hook as a plugin named `my-plugin` would write it in its `setup({ hooks, log })`; `types` as far as known. */
export function exampleOf(name: string, declaration: HookDeclaration, types: readonly string[] = []): string {
  const { kind, timing, params } = declaration;
  const names = params.map((param) => param.replace(/\W/g, '_'));
  const body = kind === 'filter' ? answerOf(names[0]!, types[0]) : `log.debug('${exampleName(name)} has fired')`;
  const [tap, word] = timing === 'sync' ? ['tap', ''] : ['tapPromise', 'async '];
  const head = `${asked(name, kind)}.${tap}('my-plugin', ${word}(${names.join(', ')}) =>`;
  const line = `${head} ${body});`;
  return line.length <= 100 ? line : `${head}\n  ${body},\n);`;
}

/** The members that a plugin's definition needs so that its tap of a hook is accepted: `requires: { posts: '*' }`. */
export function requirementsOf(owner: string, { requiredPermissions }: HookDeclaration): string[] {
  const capabilities = listPermissions(requiredPermissions).map((need) => `'${need}'`);
  return [
    ...(owner === 'core' ? [] : [`requires: { ${/^\w+$/.test(owner) ? owner : `'${owner}'`}: '*' }`]),
    ...(capabilities.length === 0 ? [] : [`capabilities: [${capabilities.join(', ')}]`]),
  ];
}
