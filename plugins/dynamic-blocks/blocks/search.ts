import { escapeAttribute, stripAllTags } from '../../../core/text/index.ts';
import {
  attrs,
  blockClass,
  type ElementStyle,
  groupStyle,
  typography,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import { type BlockType, uniqueId } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import type { BlockDependencies } from '../dependencies.ts';

/** A magnifying glass. */
const ICON =
  '<svg class="search-icon" viewBox="0 0 24 24" width="24" height="24">\n\t\t\t\t\t<path d="M13.5 6C10.5 6 8 8.5 8 11.5c0 1.1.3 2.1.9 3l-3.4 3 1 1.1 3.4-2.9c1 .9 2.2 1.4 3.6 1.4 3 0 5.5-2.5 5.5-5.5C19 8.5 16.5 6 13.5 6zm0 9.5c-2.2 0-4-1.8-4-4s1.8-4 4-4 4 1.8 4 4-1.8 4-4 4z"></path>\n\t\t\t\t</svg>';

/** The type of the block, whose selectors name the classes of the site. */
const typeOf = (site: BlockDependencies['site']) =>
  ({
    name: 'core/search',
    title: 'Search',
    category: 'widgets',
    attributes: {
      label: { type: 'string', __experimentalRole: 'content' } as { type: 'string' },
      showLabel: { type: 'boolean', default: true },
      placeholder: { type: 'string', default: '', __experimentalRole: 'content' } as { type: 'string' },
      width: { type: 'number' },
      widthUnit: { type: 'string' },
      buttonText: { type: 'string', __experimentalRole: 'content' } as { type: 'string' },
      buttonPosition: { type: 'string', default: 'button-outside' },
      buttonUseIcon: { type: 'boolean', default: false },
      // An empty object, as the interface writes it.
      query: { type: 'object', default: [] },
    },
    supports: {
      align: ['left', 'center', 'right'],
      color: {
        gradients: true,
        __experimentalSkipSerialization: true,
        __experimentalDefaultControls: { background: true, text: true },
      },
      typography: {
        __experimentalSkipSerialization: true,
        __experimentalSelector: ['label', 'input', 'button']
          .map((part) => `.${blockClass(site, `search__${part}`)}`)
          .join(', '),
        ...typography(),
      },
      __experimentalBorder: {
        color: true,
        radius: true,
        width: true,
        __experimentalSkipSerialization: true,
        __experimentalDefaultControls: { color: true, radius: true, width: true },
      },
      html: false,
    },
  }) satisfies BlockType;

type Attributes = Readonly<Record<string, unknown>>;

/** What the parts of a form are made of. */
interface Form {
  readonly attributes: Attributes;
  readonly id: string;
  /** A class within those of the block. */
  name(part: string): string;
  readonly isInside: boolean;
  readonly border: ElementStyle;
  readonly color: ElementStyle;
  readonly letters: ElementStyle;
}

/** A form that searches the site. */
export const search = ({ site }: Pick<BlockDependencies, 'site'>): BlockType => {
  const type = typeOf(site);
  return {
    ...type,
    render(attributes, _content, _block, context) {
      const name = (part: string) => blockClass(site, `search__${part}`);
      const position = POSITIONS.find((one) => one === attributes.buttonPosition) ?? 'button-outside';
      const [border, color, letters] = (['border', 'color', 'typography'] as const).map((group) =>
        groupStyle(group, type, attributes, true),
      ) as [ElementStyle, ElementStyle, ElementStyle];
      const id = uniqueId(context, `${name('input')}-`);
      const isInside = position === 'button-inside';
      const form: Form = { attributes, id, name, isInside, border, color, letters };
      const outer = wrapperAttributes(site, type, attributes, {
        class: `${name(position)} ${name(attributes.buttonUseIcon ? 'icon-button' : 'text-button')}`,
      });
      const button = position === 'no-button' ? '' : buttonOf(form, site.brand.prefixed('element-button'));
      return (
        `<form${attrs({ role: 'search', method: 'get', action: `${site.home}/` })}${outer}>${labelOf(form)}` +
        `<div class="${name('inside-wrapper')} ${isInside ? border.classes.join(' ') : ''}" ${styled(widthOf(attributes), isInside ? border.css : '')}>` +
        `${inputOf(form)}${hiddenInputs(attributes.query)}${button}</div></form>`
      );
    },
  };
};

const POSITIONS = ['button-outside', 'button-inside', 'button-only', 'no-button'];

/** A `style` attribute of declarations, with a blank before it; nothing without any. */
function styled(...declarations: readonly string[]): string {
  const style = declarations.filter((one) => one !== '').join(';');
  return style === '' ? '' : ` style="${escapeAttribute(style)}"`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? ksesData(value) : '') || 'Search';

function labelOf({ attributes: { label, showLabel }, id, name, letters }: Form): string {
  const start = `<label for="${id}" class="${name('label')}`;
  if (!showLabel) return `${start} screen-reader-text">${textOf(label)}</label>`;
  return `${start}${letters.classes.map((one) => ` ${one}`).join('')}" ${styled(letters.css)}>${textOf(label)}</label>`;
}

function inputOf({ attributes: { placeholder }, id, name, isInside, border, letters }: Form): string {
  const own = isInside
    ? [name('input'), '', ...letters.classes]
    : [name('input'), ...border.classes, ...letters.classes];
  const style = styled(isInside ? '' : border.css, letters.css);
  return (
    `<input type="search" id="${id}" class="${name('input')} ${own.join(' ')}" name="s" value=""` +
    ` placeholder="${escapeAttribute(String(placeholder))}" ${style} required />`
  );
}

function buttonOf(form: Form, elementClass: string): string {
  const { attributes, name, isInside, border, color, letters } = form;
  const { buttonText, buttonUseIcon } = attributes;
  const own = [
    ...color.classes,
    ...letters.classes,
    ...(isInside ? [] : border.classes),
    ...(buttonUseIcon ? ['has-icon'] : []),
  ];
  const classes = [name('button'), ...own, elementClass].join(' ');
  const style = styled(color.css, letters.css, isInside ? '' : border.css);
  const label = textOf(buttonText);
  const aria = buttonUseIcon ? `aria-label="${escapeAttribute(stripAllTags(label))}"` : '';
  return `<button type="submit" class="${classes}" ${style} ${aria}>${buttonUseIcon ? ICON : label}</button>`;
}

function widthOf({ width, widthUnit }: Attributes): string {
  return Number(width) > 0 ? `width: ${Number(width)}${widthUnit === '%' ? '%' : 'px'}` : '';
}

/** The hidden fields of the form. */
function hiddenInputs(query: unknown): string {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return '';
  return Object.entries(query)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `<input${attrs({ type: 'hidden', name, value: String(value) })} />`)
    .join('');
}
