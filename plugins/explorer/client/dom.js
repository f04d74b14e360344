/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {Record<string, string | number | boolean | undefined | ((event: any) => void)>} Attributes */

/**
 * Makes an element. Texts become text, never markup; a function is what listens to an event.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...nodesOf(children));
  return element;
}

/**
 * Puts children in place of those that an element has.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export const fill = (element, ...children) => element.replaceChildren(...nodesOf(children));

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
const nodesOf = (children) =>
  children
    .flat()
    .filter((child) => child !== false && child !== null && child !== undefined)
    .map((child) => (child instanceof Node ? child : String(child)));
