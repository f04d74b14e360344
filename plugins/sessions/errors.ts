import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of sessions. */
export const errors = defineErrors({
  rest_session_not_found: [404, 'The user has no such session.'],
  rest_cannot_list_sessions: ['authorization', 'You may not list the sessions of this user.'],
  rest_cannot_delete_sessions: ['authorization', 'You may not end the sessions of this user.'],
});
