import type { Site } from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';
import { blockClass } from '../block-supports/index.ts';
import { type RenderContext, uniqueId } from '../content-rendering/index.ts';
import { colorsOf } from './colors.ts';
import { CLOSE_ICON, MENU_ICONS } from './icons.ts';

/**
 * A menu that a front end with a script shows above the page once a button is pressed: on small screens, or on all.
 * Without that script it stands where it is, as the list that it is.
 */
export function inOverlay(
  site: Pick<Site, 'brand'>,
  attributes: Readonly<Record<string, unknown>>,
  list: string,
  context: RenderContext,
): string {
  const name = (part: string) => blockClass(site, `navigation__responsive-${part}`);
  const id = uniqueId(context, 'modal-');
  const { hasIcon, icon, overlayMenu } = attributes;
  const isAlways = overlayMenu === 'always';
  const { classes, css } = colorsOf(attributes, true);
  const labelled = (label: string) => (hasIcon ? `aria-label="${label} menu"` : '');
  const opening = hasIcon ? MENU_ICONS[icon === 'menu' ? 'menu' : 'handle'] : 'Menu';
  const container = [name('container'), isAlways ? 'hidden-by-default' : '', classes.join(' ')].join(' ');
  const lines = [
    `<button aria-haspopup="true" ${labelled('Open')} class="${name('container-open')} ${isAlways ? 'always-shown' : ''}" data-micromodal-trigger="${id}">${opening}</button>`,
    `\t\t\t<div class="${container}" style="${escapeAttribute(css)}" id="${id}">`,
    `\t\t\t\t<div class="${name('close')}" tabindex="-1" data-micromodal-close>`,
    `\t\t\t\t\t<div class="${name('dialog')}" aria-label="Menu">`,
    `\t\t\t\t\t\t\t<button ${labelled('Close')} data-micromodal-close class="${name('container-close')}">${hasIcon ? CLOSE_ICON : 'Close'}</button>`,
    `\t\t\t\t\t\t<div class="${name('container-content')}" id="${id}-content">`,
    `\t\t\t\t\t\t\t${list}`,
    '\t\t\t\t\t\t</div>',
    '\t\t\t\t\t</div>',
    '\t\t\t\t</div>',
    '\t\t\t</div>',
  ];
  return lines.join('\n');
}
