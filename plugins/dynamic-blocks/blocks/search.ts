import { stripAllTags } from '../../../core/text/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import { flag, number, text, withCommon } from '../attributes.ts';
import { type BlockDependencies, blockClass } from '../dependencies.ts';
import { type Attributes, attrs, classes } from '../markup.ts';

/** A magnifying glass. */
const ICON =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor" ' +
  'stroke-width="2"><circle cx="10" cy="10" r="6"/><path d="M14.5 14.5 20 20"/></svg>';

/** A form that searches the site. */
export const search = (dependencies: Pick<BlockDependencies, 'site'>): BlockType => ({
  name: 'core/search',
  title: 'Search',
  category: 'widgets',
  attributes: withCommon({
    label: text(),
    showLabel: flag(true),
    placeholder: text(''),
    width: number(),
    widthUnit: { type: 'string', enum: ['px', '%'] },
    buttonText: text(),
    buttonPosition: {
      type: 'string',
      enum: ['button-outside', 'button-inside', 'button-only', 'no-button'],
      default: 'button-outside',
    },
    buttonUseIcon: flag(false),
    query: { type: 'object', default: {} },
  }),
  render(attributes) {
    const name = (part: string) => blockClass(dependencies.site, `search__${part}`);
    const position = String(attributes.buttonPosition);
    const form = attrs({
      role: 'search',
      method: 'get',
      action: `${dependencies.site.home}/`,
      class: classes(
        attributes,
        name(position),
        attributes.buttonUseIcon ? name('icon-button') : name('text-button'),
        blockClass(dependencies.site, 'search'),
      ),
    });
    const label = ksesData(String(attributes.label ?? '')) || 'Search';
    const shown = attributes.showLabel ? `<span${attrs({ class: name('label-text') })}>${label}</span>` : '';
    const input = attrs({
      type: 'search',
      class: name('input'),
      name: 's',
      value: '',
      placeholder: String(attributes.placeholder),
      'aria-label': attributes.showLabel ? undefined : stripAllTags(label),
      required: true,
    });
    return (
      `<form${form}><label${attrs({ class: name('label') })}>${shown}<input${input} /></label>` +
      `<div${attrs({ class: name('inside-wrapper'), style: widthOf(attributes) })}>` +
      `${hiddenInputs(attributes.query)}${button(attributes, name)}</div></form>`
    );
  },
});

function widthOf({ width, widthUnit = '%' }: Attributes): string | undefined {
  return Number(width) > 0 ? `width: ${Number(width)}${widthUnit};` : undefined;
}

function button({ buttonPosition, buttonText, buttonUseIcon }: Attributes, name: (part: string) => string): string {
  if (buttonPosition === 'no-button') return '';
  const label = ksesData(String(buttonText ?? '')) || 'Search';
  const named = buttonUseIcon ? { 'aria-label': stripAllTags(label) } : {};
  return `<button${attrs({ type: 'submit', class: name('button'), ...named })}>${buttonUseIcon ? ICON : label}</button>`;
}

/** The hidden fields of the form. */
function hiddenInputs(query: unknown): string {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return '';
  return Object.entries(query)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `<input${attrs({ type: 'hidden', name, value: String(value) })} />`)
    .join('');
}
