import { kebabCase } from './class-names.ts';

/** The kinds of presets that styles refer to. */
export type PresetKind = 'color' | 'gradient' | 'font-size' | 'font-family' | 'spacing';

/** How attributes refer to a preset: `var:preset|color|vivid-red`. */
const REFERENCE = /^var:preset\|([a-z-]+)\|([\w-]+)$/;

const SLUG = /^[\w-]+$/;

/** The reference to a preset whose slug an attribute holds; undefined for what is no slug. */
export const presetReference = (kind: PresetKind, slug: unknown): string | undefined =>
  typeof slug === 'string' && SLUG.test(slug) ? `var:preset|${kind}|${slug}` : undefined;

/** The slug of the preset of a kind that a value refers to; empty where it refers to none. */
export function presetSlug(kind: PresetKind, value: string): string {
  const [, found, slug = ''] = REFERENCE.exec(value) ?? [];
  return found === kind ? kebabCase(slug) : '';
}

/** A value as style sheets take it: a reference to a preset as its variable, which the theme's style sheet defines. */
export function presetVariable(value: string): string {
  const [, kind, slug = ''] = REFERENCE.exec(value) ?? [];
  return kind === undefined ? value : `var(--wp--preset--${kind}--${kebabCase(slug)})`;
}
