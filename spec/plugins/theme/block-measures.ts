/**
 * Runs in a document, below the element that a selector finds: how blocks are arranged and styled, by name. Widths are
 * shares of what is around them, so that columns of two widths can be compared.
 */
export function measureBlocks(selector: string): Record<string, string | number> {
  // biome-ignore lint/suspicious/noExplicitAny: the types of a browser are not those of these specs.
  type InPage = any;
  const { document, getComputedStyle } = globalThis as InPage;
  const found: Record<string, string | number> = {};
  const all = (within: InPage, one: string): InPage[] => [...within.querySelectorAll(one)];
  const root = document.querySelector(selector);
  const style = (name: string, element: InPage, ...properties: string[]) => {
    for (const property of properties) found[`${name} ${property}`] = getComputedStyle(element)[property];
  };
  /** How wide each of some elements is, and in which row it stands. */
  const arranged = (name: string, around: InPage, elements: InPage[]) => {
    const { width } = around.getBoundingClientRect();
    const tops: number[] = [];
    for (const [at, element] of elements.entries()) {
      const box = element.getBoundingClientRect();
      if (!tops.some((top) => Math.abs(top - box.top) < 4)) tops.push(box.top);
      found[`${name} ${at} width`] = box.width / width;
      found[`${name} ${at} row`] = tops.length;
    }
    found[`${name} elements`] = elements.length;
  };

  for (const [at, gallery] of all(root, '.wp-block-gallery').entries()) {
    arranged(`gallery ${at}`, gallery, all(gallery, ':scope > .wp-block-image'));
    style(`gallery ${at} picture`, gallery.querySelector('img'), 'objectFit');
    style(`gallery ${at} caption`, all(gallery, 'figcaption').at(-1), 'textAlign', 'fontSize');
  }
  for (const [at, columns] of all(root, '.wp-block-columns').entries()) {
    arranged(`columns ${at}`, columns, all(columns, ':scope > .wp-block-column'));
    style(`columns ${at}`, columns, 'columnGap');
  }
  for (const [at, cover] of all(root, '.wp-block-cover').entries()) {
    style(`cover ${at}`, cover, 'minHeight', 'paddingTop', 'color', 'alignItems');
    style(`shade ${at}`, cover.querySelector('.wp-block-cover__background'), 'opacity', 'backgroundColor');
    style(`cover ${at} content`, cover.querySelector('.wp-block-cover__inner-container'), 'position');
  }
  for (const [at, separator] of all(root, '.wp-block-separator').entries()) {
    const isShort = separator.getBoundingClientRect().width < 120;
    found[`separator ${at} width`] = isShort ? '100 pixels' : 'whole';
    found[`separator ${at} line`] = ['Top', 'Bottom']
      .map((side) => Number.parseFloat(getComputedStyle(separator)[`border${side}Width`]))
      .reduce((sum, one) => sum + one, 0);
    found[`separator ${at} dots`] = getComputedStyle(separator, '::before').content;
    style(`separator ${at}`, separator, 'color', 'opacity', 'textAlign');
  }
  for (const [at, table] of all(root, '.wp-block-table').entries()) {
    style(`table ${at}`, table.querySelector('table'), 'tableLayout', 'fontSize');
    style(`table ${at} head`, table.querySelector('th'), 'textAlign', 'paddingLeft');
    const cells = all(table, 'tbody td').map((cell) => getComputedStyle(cell));
    found[`table ${at} lines`] = cells[0]?.borderLeftColor;
    found[`table ${at} stripes`] = all(table, 'tbody tr')
      .map((row) => getComputedStyle(row).backgroundColor)
      .join();
    style(`table ${at} caption`, table.querySelector('figcaption'), 'textAlign', 'fontSize');
  }
  for (const [at, list] of all(root, '[class*="-block-latest-posts__list"]').entries()) {
    arranged(`posts ${at}`, list, all(list, ':scope > li'));
    style(`posts ${at}`, list, 'paddingLeft');
    style(`posts ${at} entry`, list.querySelector('li'), 'listStyleType');
    const date = list.querySelector('time');
    if (date) style(`posts ${at} date`, date, 'display', 'fontSize');
  }
  for (const quote of all(root, '.wp-block-quote')) {
    style('quote', quote, 'borderLeftWidth', 'borderLeftColor', 'paddingLeft');
    style('cite', quote.querySelector('cite'), 'fontSize', 'fontStyle', 'display');
  }
  for (const quote of all(root, '.wp-block-pullquote')) {
    style('pullquote', quote, 'borderTopWidth', 'borderTopColor', 'textAlign', 'paddingTop');
  }
  return found;
}
