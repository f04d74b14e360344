import { cleanUrl, escapeHtml, isEmail } from '../../../core/text/index.ts';
import { attrs, blockClass, safeDeclaration, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { SiteBlockDependencies } from '../dependencies.ts';
import { SOCIAL_SERVICES } from '../social-services.ts';

const TYPE = {
  name: 'core/social-link',
  title: 'Social icon',
  category: 'widgets',
  parent: ['core/social-links'],
  usesContext: ['openInNewTab', 'showLabels', 'iconColorValue', 'iconBackgroundColorValue'],
  attributes: { url: { type: 'string' }, service: { type: 'string' }, label: { type: 'string' } },
  supports: { reusable: false, html: false },
} satisfies BlockType;

/** The icon of services that are not known. */
const SHARE =
  '<svg width="24" height="24" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M9 11.8l6.1-4.5c.1.4.4.7.9.7h2c.6 0 1-.4 1-1V5c0-.6-.4-1-1-1h-2c-.6 0-1 .4-1 1v.4l-6.4 4.8c-.2-.1-.4-.2-.6-.2H6c-.6 0-1 .4-1 1v2c0 .6.4 1 1 1h2c.2 0 .4-.1.6-.2l6.4 4.8v.4c0 .6.4 1 1 1h2c.6 0 1-.4 1-1v-2c0-.6-.4-1-1-1h-2c-.5 0-.8.3-.9.7L9 12.2v-.4z"/></svg>';

/** A link to a page that somebody has at a service, with the icon of the service; nothing without an address. */
export const socialLink = ({ site }: Pick<SiteBlockDependencies, 'site'>): BlockType => ({
  ...TYPE,
  render(attributes, _content, { context }) {
    const { url, service, label } = attributes;
    const href = addressOf(String(url ?? ''));
    if (href === '') return '';
    const name = String(service ?? 'Icon');
    const known = Object.hasOwn(SOCIAL_SERVICES, name) ? SOCIAL_SERVICES[name]! : undefined;
    const icon =
      known === undefined
        ? SHARE
        : `<svg width="24" height="24" viewBox="${known.viewBox ?? '0 0 24 24'}" version="1.1" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" focusable="false"><path d="${known.path}"></path></svg>`;
    const className = `${site.brand.prefixed('social-link')} ${site.brand.prefixed('social-link')}-${name}`;
    const outer = wrapperAttributes(site, TYPE, attributes, { class: className, style: styleOf(context) });
    const rel = context.openInNewTab ? 'rel="noopener nofollow" target="_blank"' : '';
    const text = escapeHtml(String(label ?? known?.name ?? 'Share Icon'));
    const labelClass = `${blockClass(site, 'social-link-label')}${context.showLabels ? '' : ' screen-reader-text'}`;
    return (
      `<li${outer}><a${attrs({ href })} ${rel} class="${blockClass(site, 'social-link-anchor')}">` +
      `${icon}<span class="${labelClass}">${text}</span></a></li>`
    );
  },
});

/** The address that a link leads to: of mail for an email address, and by HTTPS where it says nothing else. */
function addressOf(url: string): string {
  if (url === '') return '';
  if (isEmail(url)) return cleanUrl(`mailto:${url}`);
  return cleanUrl(/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(url) ? url : `https://${url}`);
}

/** The colours that the list gives to its links. */
function styleOf({ iconColorValue, iconBackgroundColorValue }: Readonly<Record<string, unknown>>): string {
  const declarations = { color: iconColorValue, 'background-color': iconBackgroundColorValue };
  return Object.entries(declarations)
    .map(([property, value]) => (safeDeclaration(property, value) === '' ? '' : `${property}: ${value}; `))
    .join('');
}
