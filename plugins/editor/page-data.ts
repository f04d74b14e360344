import { addQueryArgs, type HttpContext } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import { addedBlocks, allowedBlocks } from './block-settings.ts';
import type { Build } from './build.ts';
import type { EditorDependencies } from './dependencies.ts';
import { HEARTBEAT } from './heartbeat.ts';
import { lockSettings } from './lock-settings.ts';
import { preloadPaths } from './preload-paths.ts';
import { editorSettings } from './settings.ts';
import type { Visitor } from './visitor.ts';

/** The defaults of a user without preferences: no welcome guide, because it loads pictures from another site. */
const FIRST_PREFERENCES = { 'core/edit-post': { welcomeGuide: false, welcomeGuideTemplate: false } };

/** Where the newest autosave of an item is to be looked at, if someone wrote it after the item was saved. */
async function autosaveSettings(post: Post, { autosaves, site }: Pick<EditorDependencies, 'autosaves' | 'site'>) {
  const [newest] = (await autosaves?.of(post)) ?? [];
  if (newest === undefined || newest.modifiedGmt <= post.modifiedGmt) return {};
  return { autosave: { editLink: addQueryArgs(`${site.home}/editor/revision.php`, { revision: newest.id }) } };
}

/** The data that the page's script gets. */
export async function pageData(
  http: HttpContext,
  post: Post,
  visitor: Visitor,
  build: Build,
  dependencies: EditorDependencies,
) {
  const { hooks, options, brand, blocks, clients, preferences, clock, locks, site } = dependencies;
  const { user } = visitor.context;
  const settings = editorSettings(post, user, build, dependencies);
  const paths = await hooks
    .filter('block_editor_rest_api_preload_paths')
    .promise(preloadPaths(post, dependencies), post);
  const { timezone, gmtOffset } = clock.zone();
  return {
    brand: brand.name,
    client: await clients.settings(http, paths),
    signIn: addQueryArgs(`${site.home}/login`, { 'interim-login': 1, redirect_to: `${site.home}/editor/signed-in` }),
    user: user.id,
    preferences: (await preferences.of(user.id)) ?? FIRST_PREFERENCES,
    added: addedBlocks(blocks, site.home),
    item: {
      id: post.id,
      type: post.type,
      // An item that was never saved begins with empty texts, whatever is stored.
      edits: post.status === 'auto-draft' ? { title: '', content: '', excerpt: '' } : null,
    },
    settings: await hooks.filter('block_editor_settings_all').promise(
      {
        ...settings,
        ...(blocks === undefined ? {} : { allowedBlockTypes: allowedBlocks(blocks) }),
        ...(await autosaveSettings(post, dependencies)),
        ...(await lockSettings(post, visitor, dependencies)),
      },
      post,
    ),
    heartbeat: locks && { url: `${site.home}/editor/heartbeat`, interval: HEARTBEAT },
    dates: {
      formats: { date: options.get('date_format', 'F j, Y'), time: options.get('time_format', 'g:i a') },
      startOfWeek: Number(options.get('start_of_week', 1)),
      timezone: { offset: gmtOffset, offsetFormatted: String(gmtOffset), string: timezone, abbr: '' },
    },
  };
}
