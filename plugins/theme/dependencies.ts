import {
  type Logger,
  type PluginHooks,
  type PluginHost,
  type RestServer,
  type Site,
  serviceToken,
  UserLoader,
} from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import type { AuthKeys } from '../auth-keys/index.ts';
import type { BlockTypes, Renderer } from '../content-rendering/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { GlobalStyles } from '../global-styles/index.ts';
import type { NavMenus } from '../menus/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { Themes } from '../themes/index.ts';
import type { Sidebars } from '../widgets/index.ts';
import { StyleSheets } from './style-sheet.ts';

/** The services that the pages use. Most of them are there only if their plugins are. */
export interface ThemeDependencies {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly log: Logger;
  /** The server of the interface, once it is there. */
  readonly server: () => RestServer;
  readonly options: Options | undefined;
  readonly clock: SiteClock | undefined;
  readonly types: ContentTypes | undefined;
  readonly blockTypes: BlockTypes | undefined;
  readonly taxonomies: Taxonomies | undefined;
  readonly posts: PostStore | undefined;
  readonly permalinks: Permalinks | undefined;
  readonly renderer: Renderer | undefined;
  readonly sessions: Sessions | undefined;
  readonly users: UserLoader | undefined;
  readonly credentials: Credentials | undefined;
  readonly keys: AuthKeys | undefined;
  readonly menus: NavMenus | undefined;
  readonly sidebars: Sidebars | undefined;
  readonly styleSheets: StyleSheets;
}

/** The plugins whose services the pages use; the theme is set up after them. */
export const SERVING =
  'auth-keys content-rendering content-types global-styles menus options posts sessions taxonomies themes users widgets'.split(
    ' ',
  );

/** Gathers the services by name, so that a site without their plugins has pages too. */
export function gatherDependencies({ site, hooks, log, find }: PluginHost): ThemeDependencies {
  let server: RestServer | undefined;
  hooks.action('rest_api_init').tap('theme', (created) => {
    server = created;
  });
  return {
    site,
    hooks,
    log,
    server: () => server!,
    options: find(serviceToken<Options>('options')),
    clock: find(serviceToken<SiteClock>('site-clock')),
    types: find(serviceToken<ContentTypes>('content-types')),
    blockTypes: find(serviceToken<BlockTypes>('block-types')),
    taxonomies: find(serviceToken<Taxonomies>('taxonomies')),
    posts: find(serviceToken<PostStore>('post-store')),
    permalinks: find(serviceToken<Permalinks>('permalinks')),
    renderer: find(serviceToken<Renderer>('renderer')),
    sessions: find(serviceToken<Sessions>('sessions')),
    users: find(UserLoader),
    credentials: find(Credentials),
    keys: find(serviceToken<AuthKeys>('auth-keys')),
    menus: find(serviceToken<NavMenus>('nav-menus')),
    sidebars: find(serviceToken<Sidebars>('sidebars')),
    styleSheets: new StyleSheets(
      site.brand,
      find(serviceToken<Themes>('themes')),
      find(serviceToken<GlobalStyles>('global-styles')),
    ),
  };
}
