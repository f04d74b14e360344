import { isMap } from './container.ts';
import { FORMATS } from './formats.ts';
import { castList, parseList } from './list.ts';
import { propertyRules } from './properties.ts';
import type { ArgumentSchema } from './schema.ts';
import { toText } from './text.ts';

/** Cleans a value, valid or not (section 4.5, table "Sanitization"). */
export type Clean = (value: unknown) => unknown;

/** Builds the cleaning by `format`; a value that has none is cleaned by `plain`. */
export function cleanText({ format = '' }: ArgumentSchema, plain: Clean): Clean {
  const sanitize = FORMATS.get(format)?.sanitize;
  return sanitize === undefined ? plain : (value) => sanitize(toText(value));
}

/** Builds the cleaning of an `array`, whose items `cleanItem` cleans; without it they stay as they are. */
export function cleanList(cleanItem: Clean | undefined): Clean {
  return cleanItem === undefined ? castList : (value) => parseList(value).map((item) => cleanItem(item));
}

/** Builds the cleaning of an `object`; `compile` builds that of a property. */
export function cleanMap(schema: ArgumentSchema, compile: (property: ArgumentSchema) => Clean): Clean {
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
