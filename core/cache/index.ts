/** What is cached, how long it holds, and what makes an answer uncacheable. Knows nothing of what is cached. */
export { Cache, type CacheFigures, type CacheOptions } from './cache.ts';
export { CacheRecorder, isCacheableRequest } from './cache-recorder.ts';
export { Caches } from './caches.ts';
export {
  ChangeTracker,
  type RecordingWindow,
  type StartWatching,
  type WatchEvents,
  type Watching,
} from './change-tracker.ts';
export { ANYTHING, type Dependency } from './dependency.ts';
export type { DependencyVersions } from './dependency-versions.ts';
export { RecordedHttp } from './recorded-http.ts';
