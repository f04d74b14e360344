/** Hand-written routes: Koa, better-sqlite3, prepared statements, no layers; from the same database file as the host. */
import { PER_PAGE, serve } from '../by-hand/app.ts';
import { createPost } from '../by-hand/create.ts';
import { list, one, shown, total } from '../by-hand/posts.ts';

serve({
  list: async (page, base) => ({
    items: shown(list.all((page - 1) * PER_PAGE), base),
    total: total.get() as number,
  }),
  one: async (id, base) => {
    const row = one.get(id);
    return row === undefined ? undefined : shown([row], base)[0];
  },
  create: async (input, base) => shown([createPost(input, base)], base)[0]!,
});
