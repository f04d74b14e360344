import { type ArgumentSchema, serviceToken } from '../../core/index.ts';
import { closeObjects, compileSchema, type SchemaType } from '../../core/schema/index.ts';
import type { Theme } from './theme.ts';

/** The arguments with which a feature is registered. */
export interface ThemeFeature {
  /**
   * The type of the value that a theme gives: for `boolean` only whether the theme supports the feature, unless the
   * schema has other types.
   */
  readonly type: Exclude<SchemaType, 'null'>;
  readonly description?: string;
  /** Whether answers show it; or its name there, more of its schema, and how its value is made of what a theme says. */
  readonly show_in_rest?:
    | boolean
    | {
        readonly name?: string;
        readonly schema?: ArgumentSchema;
        readonly prepare_callback?: (value: unknown) => unknown;
      };
}

/** The features that themes may support, and those that plugins add to whichever theme is active. */
export interface ThemeSupports {
  /** Makes a feature known; one of the same name is replaced. */
  register(feature: string, args: ThemeFeature): void;
  /** Adds a feature to the active theme, whether or not the theme declares it. */
  add(feature: string, value?: unknown): void;
  /** The schemas of the features that answers show, by the name that they have there. */
  schemas(): Record<string, ArgumentSchema>;
  /** The value of each of these features for a theme; the schema's default for one that it does not support. */
  valuesOf(theme: Theme, isRequested: (name: string) => boolean): Record<string, unknown>;
}

/** The token of the features of themes. They are registered in `init`, the built-in ones at stage -10. */
export const ThemeSupports = serviceToken('theme-supports');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'theme-supports': ThemeSupports;
  }
}

interface ShownFeature {
  readonly feature: string;
  readonly name: string;
  readonly schema: ArgumentSchema;
  prepare(value: unknown): unknown;
}

/** Makes the registry of features. */
export function createThemeSupports(): ThemeSupports {
  const shown = new Map<string, ShownFeature>();
  const added = new Map<string, unknown>();
  const stated = (feature: string, { supports }: Theme): unknown =>
    added.has(feature) ? added.get(feature) : Object.hasOwn(supports, feature) ? supports[feature] : false;
  return {
    register(feature, args) {
      const made = shownFeature(feature, args);
      if (made === undefined) shown.delete(feature);
      else shown.set(feature, made);
    },
    add: (feature, value = true) => void added.set(feature, value),
    schemas: () => Object.fromEntries([...shown.values()].map(({ name, schema }) => [name, schema])),
    valuesOf(theme, isRequested) {
      const features = [...shown.values()].filter(({ name }) => isRequested(name));
      return Object.fromEntries(
        features.map(({ feature, name, schema, prepare }) => {
          const value = stated(feature, theme);
          return [name, value === false ? schema.default : prepare(value)];
        }),
      );
    },
  };
}

function shownFeature(
  feature: string,
  { type, description = '', show_in_rest = false }: ThemeFeature,
): ShownFeature | undefined {
  if (show_in_rest === false) return undefined;
  const { name = feature, schema: more, prepare_callback } = show_in_rest === true ? {} : show_in_rest;
  const schema = closeObjects({ type, description, default: false, ...more });
  return { feature, name, schema, prepare: prepare_callback ?? fitting(name, schema) };
}

/** Makes the value of a theme fit a schema: sanitized, or else the schema's default. */
function fitting(name: string, schema: ArgumentSchema): (value: unknown) => unknown {
  const types = [schema.type ?? []].flat() as SchemaType[];
  const rules = new Map(types.map((type) => [type, compileSchema({ ...schema, type })]));
  const whole = compileSchema(schema);
  return (value) => {
    const shape = Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : undefined;
    const { sanitize, validate } = (shape && rules.get(shape)) ?? whole;
    const clean = sanitize(value);
    return validate(clean, name) === undefined ? clean : schema.default;
  };
}
