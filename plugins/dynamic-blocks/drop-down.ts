import type { Site } from '../../core/index.ts';
import { attrs } from '../block-supports/index.ts';

/** A list to choose from. */
export interface DropDown {
  readonly id: string;
  /** The parameter of the address that the choice is sent as. */
  readonly name: string;
  /** The classes of its element, where it has some. */
  readonly className?: string;
  /** What is before the list, and its options: markup. */
  readonly label: string;
  readonly options: readonly string[];
}

/** A list to choose from, which leads to what is chosen: a form of the site's first page, so that it takes no script. */
export const dropDown = (site: Pick<Site, 'home'>, { id, name, className, label, options }: DropDown): string =>
  `<form${attrs({ method: 'get', action: `${site.home}/` })}>${label}\n` +
  `<select name='${name}' id='${id}'${className === undefined ? '' : ` class='${className}'`} required>\n` +
  `${options.join('\n')}\n</select>\n<button type="submit">Show</button></form>`;
