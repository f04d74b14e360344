import { type ItemSchema, itemSchema } from '../../core/index.ts';

const ALWAYS = ['view', 'edit', 'embed'];
const IN_FULL = ['view', 'edit'];

/** The fields of an application password. */
export const applicationPasswordSchema = (): ItemSchema =>
  itemSchema('application-password', {
    uuid: {
      description: 'What identifies the application password.',
      type: 'string',
      format: 'uuid',
      context: ALWAYS,
      readonly: true,
    },
    app_id: {
      description: 'A UUID that the application chose, by which it can be told apart from others.',
      type: 'string',
      format: 'uuid',
      context: ALWAYS,
    },
    name: {
      description: 'The name under which the user knows the application password.',
      type: 'string',
      required: true,
      context: ALWAYS,
      minLength: 1,
      pattern: '.*\\S.*',
    },
    password: {
      description: 'The password itself, shown only in the answer that made it.',
      type: 'string',
      context: ['edit'],
      readonly: true,
    },
    created: {
      description: 'When the application password was made, in UTC.',
      type: 'string',
      format: 'date-time',
      context: IN_FULL,
      readonly: true,
    },
    last_used: {
      description: 'When the application password was last used, in UTC and to the day.',
      type: ['string', 'null'],
      format: 'date-time',
      context: IN_FULL,
      readonly: true,
    },
    last_ip: {
      description: 'The address from which the application password was last used.',
      type: ['string', 'null'],
      format: 'ip',
      context: IN_FULL,
      readonly: true,
    },
  });
