import { definePlugin } from '../../../core/index.ts';
import { Cast } from '../../access/cast.ts';
import { Browser } from '../browser.ts';
import type { FullSite } from '../full-site.ts';
import { serve } from '../serve.ts';
import type { Firing } from './firing.ts';

/** The value of each placeholder in names of hooks: posts, categories, one variable. */
export const concreteName = (name: string): string =>
  name.replace('{post_type}', 'post').replace('{taxonomy}', 'category').replace('{key}', 'orderBy');

/** An image of one pixel. */
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const IMAGE_HEADERS = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };

/** Allows administrators to delete revisions, which no user may do by default. */
export const revisionsMayGo = definePlugin({
  name: 'revisions-may-go',
  version: '1.0.0',
  description: 'Lets revisions be deleted.',
  requires: { roles: '^0.1.0' },
  setup: ({ hooks }) =>
    hooks
      .filter('map_meta_cap')
      .tap({ stage: 100 }, (caps, cap) =>
        cap === 'delete_post' && caps[0] === 'do_not_allow' ? ['delete_posts'] : caps,
      ),
});

/**
 * Makes a hook fire: shows the front page, or makes requests, by default as an administrator; each request may use the
 * answer to the one before. `begin` is called when everything that the requests need exists.
 */
export async function fire(site: FullSite, firing: Exclude<Firing, 'build'>, begin = () => {}): Promise<void> {
  if (firing === 'page') {
    begin();
    await new Browser(site.generation).page('GET', '/');
    return;
  }
  const cast = new Cast(site.generation, 'administrator');
  const user = await cast.actor();
  const filled = await Promise.all(firing.map((request) => cast.fill(request)));
  begin();
  let last: Record<string, unknown> = {};
  for (const request of filled) {
    const told = request.replace(/\{(\w+)\}/g, (whole, name) => String(last[name] ?? whole));
    const [, anonymous, method = '', path = '', body] = /^(anonymous )?([A-Z]+) (\S*)(?: (.+))?$/.exec(told)!;
    const file = body === 'file' ? { raw: IMAGE, headers: IMAGE_HEADERS } : {};
    const json = body === undefined || body === 'file' ? undefined : JSON.parse(body);
    const init = { ...(anonymous === undefined ? { user } : {}), ...file, json };
    last = (await serve(site.generation, method, path === '//' ? '/' : `/cms/v2${path}`, init)).json;
  }
}
