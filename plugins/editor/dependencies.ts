import type { Brand, PluginHooks, Site, UserLoader } from '../../core/index.ts';
import type { Autosaves } from '../autosaves/index.ts';
import type { PageClients } from '../client-settings/index.ts';
import type { BlockTypes } from '../content-rendering/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { GlobalStyles } from '../global-styles/index.ts';
import type { Nonces } from '../nonces/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { PersistedPreferences } from '../persisted-preferences/index.ts';
import type { PostLocks } from '../post-locks/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { Preloader } from '../preloading/index.ts';
import type { BrowserSessions } from '../sessions/index.ts';
import type { Themes } from '../themes/index.ts';

/** The services that the pages of the editor need. */
export interface EditorDependencies {
  readonly site: Site;
  readonly brand: Brand;
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly users: UserLoader;
  readonly browser: BrowserSessions;
  readonly types: ContentTypes;
  readonly posts: PostStore;
  readonly preferences: PersistedPreferences;
  readonly preloader: Preloader;
  readonly nonces: Nonces;
  readonly clients: PageClients;
  readonly blocks: BlockTypes | undefined;
  readonly autosaves: Autosaves | undefined;
  readonly locks: PostLocks | undefined;
  readonly themes: Themes | undefined;
  readonly styles: GlobalStyles | undefined;
}
