import { definePlugin, serviceToken } from 'tappet';

// What the compiler says of a wrong name: `messages.spec.ts` holds it against the comment above each line.
export default definePlugin({
  name: 'names',
  version: '1.0.0',
  description: 'Is compiled and never run.',
  setup({ hooks, use }) {
    // @ts-expect-error Argument of type '"rest_post_dispach"' is not assignable to parameter of type '"rest_post_dispatch"'.
    hooks.filter('rest_post_dispach').tap('names', (response) => response);
    // @ts-expect-error Argument of type '"rset_post_dispatch"' is not assignable to parameter of type '"rest_post_dispatch"'.
    hooks.filter('rset_post_dispatch');
    // @ts-expect-error Argument of type '"save_pst"' is not assignable to parameter of type '"save_post" | "save_post_{post_type}"'.
    hooks.action('save_pst').tapPromise('names', async () => undefined);
    // @ts-expect-error Argument of type '"rest_api_init"' is not assignable to parameter of type '"an action: use hooks.action()"'.
    hooks.filter('rest_api_init').tap('names', () => undefined);
    // @ts-expect-error Argument of type '"the_title"' is not assignable to parameter of type '"a filter: use hooks.filter()"'.
    hooks.action('the_title').tap('names', () => undefined);
    // @ts-expect-error Argument of type '"rest_url_prefx"' is not assignable to parameter of type '"rest_url_prefix"'.
    hooks.has('rest_url_prefx');
    // @ts-expect-error Argument of type '"post-stor"' is not assignable to parameter of type '"post-store"'.
    use(serviceToken('post-stor')).byId(7);
    use(serviceToken<{ of(name: string): number }>('prices')).of('chair');
  },
});
