import type { KnownBarrier } from '../../support/axe.ts';

/** What axe finds in the published packages of the editor, which no setting, filter or style of ours reaches. */
export const KNOWN_BARRIERS: readonly KnownBarrier[] = [
  {
    rule: 'aria-allowed-attr',
    element: /^<\w+ role="document" aria-multiline="true"/,
    reason: 'block-editor: a block that is one text has the role of all blocks, and the attributes of a text box',
  },
  {
    rule: 'label-content-name-mismatch',
    element: /^<button [^>]*aria-label="Change discussion options"/,
    reason: 'editor: the button that shows “Open” or “Closed” is called “Change discussion options”',
  },
  {
    rule: 'label-content-name-mismatch',
    element: /^<div role="menuitem" [^>]*aria-keyshortcuts=/,
    reason: 'ui: a menu shows a shortcut in an item, and names the item without it',
  },
  {
    rule: 'aria-input-field-name',
    element:
      /^<div [^>]*id="components-autocompl[^>]*role="listbox"|^<div role="listbox" class="components-autocomplete__/,
    reason: 'components: the list of what may be inserted by a command has no name',
  },
  {
    rule: 'aria-input-field-name',
    element: /^<div role="listbox" [^>]*class="dataviews-view-picker-activity"/,
    reason: 'dataviews: the list of revisions has no name',
  },
  {
    rule: 'label-content-name-mismatch',
    element: /^<div role="option" [^>]*class="dataviews-view-picker-activity__item/,
    reason: 'dataviews: a revision is named by its time alone, and shows its author beside it',
  },
  {
    rule: 'aria-required-children',
    element: /^<div aria-label="Custom color picker" [^>]*role="listbox"/,
    reason: 'components: the list of colours holds a heading',
  },
];
