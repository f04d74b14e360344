import type { FieldSchema } from '../../../core/index.ts';

/** Fields as schemas of items are made of them. */
export const EVERYWHERE = ['view', 'edit', 'embed'];
export const IN_VIEW = ['view', 'edit'];
export const IN_EDIT = ['edit'];

/** A field that cannot be written. */
export const readOnly = (
  type: FieldSchema['type'],
  context: readonly string[],
  description: string,
  more: Partial<FieldSchema> = {},
): FieldSchema => ({ description, type, context, readonly: true, ...more });

/** A field that can be written. */
export const writable = (
  type: FieldSchema['type'],
  context: readonly string[],
  description: string,
  more: Partial<FieldSchema> = {},
): FieldSchema => ({ description, type, context, ...more });

/** A text that is stored in one form and shown in another. It may be written as plain text too. */
export const rendered = (
  what: string,
  context: readonly string[],
  more: Readonly<Record<string, FieldSchema>> = {},
): FieldSchema =>
  writable('object', context, `The ${what} of the item.`, {
    properties: {
      raw: writable('string', IN_EDIT, `The ${what} as it is stored.`),
      rendered: readOnly('string', context, `The ${what} as it is shown.`),
      ...more,
    },
    arg_options: { sanitize_callback: null, validate_callback: null },
  });

/** Whether a text is protected by a password. */
export const protectedFlag = (what: string): FieldSchema =>
  readOnly('boolean', EVERYWHERE, `Whether the ${what} is behind a password.`);
