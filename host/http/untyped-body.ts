import { type Params, parseQuery, toParams } from '../../core/rest/index.ts';
import { limitJson } from './limits.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The parameters of a body whose type no header tells: those of a JSON object, or else of a form, as which the reference
 * reads it. Undefined for bytes that are neither, such as a file; a route that takes files refuses one without a type.
 */
export function untypedParams(bytes: Buffer): Params | undefined {
  try {
    const text = UTF8.decode(bytes);
    return jsonParams(text, bytes) ?? parseQuery(text.trim());
  } catch {
    return undefined;
  }
}

function jsonParams(text: string, bytes: Buffer): Params | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  limitJson(bytes);
  return toParams(JSON.parse(text) as object);
}
