import type { PluginHooks, Site } from '../../core/index.ts';
import type { Options } from '../options/index.ts';
import type { Throttles } from '../throttles/index.ts';
import type { UserStore } from '../users/index.ts';
import type { BrowserSessions } from './browser.ts';
import type { LoginTokens } from './login-tokens.ts';

/** The services that the pages of signing in and out use. */
export interface LoginParts {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly users: UserStore;
  readonly browser: BrowserSessions;
  readonly throttles: Throttles;
  readonly tokens: LoginTokens;
  /** Whether nothing may be stored, so that nobody can log in here. */
  readonly isReadOnly: boolean;
}
