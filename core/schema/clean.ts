import { sanitizeBoolean } from './boolean.ts';
import { isMap } from './container.ts';
import { FORMATS } from './formats.ts';
import { castList, parseList } from './list.ts';
import { toInteger, toNumber } from './numeric.ts';
import { propertyRules } from './properties.ts';
import type { ArgumentSchema } from './schema.ts';
import { toText } from './text.ts';

/** Cleans a value, valid or not. */
export type Clean = (value: unknown) => unknown;

/** Builds the cleaning for one type (section 4.5, table "Sanitization"); `compile` builds that of a part. */
export function cleanType(
  schema: ArgumentSchema,
  type: string | undefined,
  compile: (part: ArgumentSchema) => Clean,
): Clean {
  switch (type) {
    case 'array':
      return cleanList(schema, compile);
    case 'object':
      return cleanMap(schema, compile);
    case 'null':
      return () => null;
    case 'integer':
      return toInteger;
    case 'number':
      return toNumber;
    case 'boolean':
      return sanitizeBoolean;
    default:
      return cleanText(schema, type);
  }
}

function cleanText({ format = '' }: ArgumentSchema, type: string | undefined): Clean {
  const sanitize = FORMATS.get(format)?.sanitize;
  if (sanitize !== undefined) return (value) => sanitize(toText(value));
  return type === 'string' ? toText : (value) => value;
}

function cleanList({ items }: ArgumentSchema, compile: (part: ArgumentSchema) => Clean): Clean {
  if (items === undefined) return castList;
  const cleanItem = compile(items);
  return (value) => parseList(value).map((item) => cleanItem(item));
}

function cleanMap(schema: ArgumentSchema, compile: (part: ArgumentSchema) => Clean): Clean {
  const ruleOf = propertyRules(schema, compile);
  return (value) => {
    if (!isMap(value)) return {};
    const entries: [string, unknown][] = [];
    for (const name of Object.keys(value)) {
      const rule = ruleOf(name);
      if (rule !== 'forbidden') entries.push([name, rule === undefined ? value[name] : rule(value[name])]);
    }
    return Object.fromEntries(entries);
  };
}
