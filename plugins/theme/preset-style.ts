/**
 * A kind of presets: its path in the settings, the member that holds the value, and the property that its classes set.
 */
interface Kind {
  readonly path: readonly [group: string, list: string];
  readonly value: string;
  readonly name: string;
  readonly classes: Readonly<Record<string, string>>;
}

const KINDS: readonly Kind[] = [
  {
    path: ['color', 'palette'],
    value: 'color',
    name: 'color',
    classes: { color: 'color', 'background-color': 'background-color', 'border-color': 'border-color' },
  },
  {
    path: ['color', 'gradients'],
    value: 'gradient',
    name: 'gradient',
    classes: { 'gradient-background': 'background' },
  },
  { path: ['typography', 'fontSizes'], value: 'size', name: 'font-size', classes: { 'font-size': 'font-size' } },
  {
    path: ['typography', 'fontFamilies'],
    value: 'fontFamily',
    name: 'font-family',
    classes: { 'font-family': 'font-family' },
  },
  { path: ['spacing', 'spacingSizes'], value: 'size', name: 'spacing', classes: {} },
  { path: ['shadow', 'presets'], value: 'shadow', name: 'shadow', classes: {} },
];

const SLUG = /^[a-z0-9][a-z0-9-]*$/i;
/** The characters of a safe value: one that cannot end the rule or load a resource. */
const VALUE = /^(?!.*(?:\/\*|(?:url|image-set|expression)\s*\())[\w\s#%.,()+*/"'-]{1,300}$/i;

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Style rules for the presets of a theme that blocks refer to: colours, font sizes and families, spacing, shadows. */
export function presetStyle(settings: Readonly<Record<string, unknown>>): string {
  const variables: string[] = [];
  const rules: string[] = [];
  for (const { path, value, name, classes } of KINDS) {
    for (const [slug, text] of presetsOf(settings, path, value)) {
      const variable = `--wp--preset--${name}--${slug}`;
      variables.push(`${variable}: ${text};`);
      for (const [ending, property] of Object.entries(classes)) {
        // A chosen preset overrides all rules for the block.
        rules.push(`.has-${slug}-${ending} { ${property}: var(${variable}) !important; }`);
      }
    }
  }
  return variables.length === 0 ? '' : `:root { ${variables.join(' ')} }\n${rules.join('\n')}\n`;
}

/** The values of presets by slug; those of the theme take the place of those that all themes have. */
function presetsOf(settings: Readonly<Record<string, unknown>>, [group, list]: Kind['path'], value: string) {
  const origins = mapOf(mapOf(settings[group])[list]);
  const found = new Map<string, string>();
  for (const preset of [origins.default, origins.theme].flatMap((each) => (Array.isArray(each) ? each : []))) {
    const { slug, [value]: text } = mapOf(preset);
    if (typeof slug === 'string' && SLUG.test(slug) && typeof text === 'string' && VALUE.test(text)) {
      found.set(slug, text.trim());
    }
  }
  return found;
}
