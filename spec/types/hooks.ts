import { definePlugin } from '../../core/index.ts';

// What the compiler accepts and refuses of hooks; `npm run types` fails where a line marked as an error is none.
export default definePlugin({
  name: 'types-of-hooks',
  version: '1.0.0',
  description: 'Is compiled and never run.',
  setup({ hooks }) {
    hooks.filter('rest_post_dispatch').tap('types', (response) => response.header('X-Types', 'yes'));
    hooks
      .filter('rest_prepare_{post_type}')
      .for('post')
      .tap('types', () => undefined);
    hooks.filter('rest_prepare_post').tap('types', () => undefined);
    hooks.action('rest_api_init').tap('types', (server) => void server.registerRoute('t/v1', '/t'));
    hooks.action('rest_api_init').tapPromise('types', async () => undefined);

    // @ts-expect-error an action is no filter
    hooks.filter('rest_api_init');
    // @ts-expect-error a filter is no action
    hooks.action('rest_post_dispatch');
    // @ts-expect-error a filter with a placeholder is no action
    hooks.action('rest_prepare_{post_type}');
    // @ts-expect-error there is no such hook
    hooks.filter('rest_post_dispach');
    // @ts-expect-error a tap of an action that answers with a promise would not be waited for
    hooks.action('rest_api_init').tap('types', async () => undefined);
    // @ts-expect-error a tap of a filter that answers with a promise would not be waited for
    hooks.filter('rest_post_dispatch').tap('types', async (response) => response);
    // @ts-expect-error a synchronous hook waits for nothing
    hooks.filter('rest_url').tapPromise('types', async (url: string) => url);
    // @ts-expect-error an answer is of the type that the filter passes on
    hooks.filter('rest_url').tap('types', () => 7);
  },
});
