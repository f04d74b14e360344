import type { MetaRegistry } from '../meta/index.ts';

/** Where a user's metadata has what the editor remembers of how they like it. */
export const PREFERENCES = 'persisted_preferences';

/** What holds of whoever has none: the guide for the first time is not ours to show, it asks another site for pictures. */
export const FIRST_PREFERENCES = { 'core/edit-post': { welcomeGuide: false, welcomeGuideTemplate: false } };

/** Makes what the editor remembers known to the interface, through which it writes it. */
export function registerPreferences(meta: MetaRegistry): void {
  meta.register('user', PREFERENCES, {
    type: 'object',
    single: true,
    show_in_rest: {
      schema: {
        type: 'object',
        context: ['edit'],
        properties: {
          _modified: {
            description: 'When the preferences were changed last.',
            type: 'string',
            format: 'date-time',
            readonly: false,
          },
        },
        additionalProperties: true,
      },
    },
  });
}
