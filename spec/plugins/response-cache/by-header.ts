import { definePlugin } from '../../../host/index.ts';

/** Takes the id of the user from a header: a scheme of authentication that says that it is cacheable. */
export const byHeader = definePlugin({
  name: 'by-header',
  version: '1.0.0',
  description: 'Authenticates users by a header.',
  cacheable: true,
  capabilities: ['authentication'],
  setup({ hooks }) {
    hooks.filter('determine_current_user').tap('by-header', (user, request) => {
      const asked = request.getHeader('X-Spec-User');
      return asked === null ? user : Number(asked);
    });
  },
});
