/**
 * The test kit of plugin authors: `import { testHost, request } from 'tappet/testing'`.
 *
 * `test-host.ts` creates a host in memory, `request.ts` makes requests to it, `page.ts` asks it for addresses
 * outside the interface, `run-command.ts` runs its commands, `recorder.ts` records the hooks that fire,
 * `fixtures.ts` creates content, `users.ts` users of each role; `block-editor.ts` drives the block editor in a browser; `check-route.ts` turns argument schemas into property
 * tests, whose inputs `valid.ts` and `broken.ts` generate.
 */
export { BlockEditor, type EditorOptions, type SavedItem } from './block-editor.ts';
export { MissingForEditor } from './browser.ts';
export { type CheckRouteOptions, checkRoute } from './check-route.ts';
export type { Clock } from './clock.ts';
export { describeInEditor } from './describe-editor.ts';
export { type DescribeRouteOptions, describeRoute } from './describe-route.ts';
export type { Fixtures } from './fixtures.ts';
export { type PageAnswer, type PageOptions, page } from './page.ts';
export type { FiredCall, HookRecorder } from './recorder.ts';
export { type Answer, type RequestOptions, request } from './request.ts';
export { runCommand } from './run-command.ts';
export { type TestHost, type TestHostOptions, type TestPlugin, testHost } from './test-host.ts';
export type { RoleName, RoleUsers } from './users.ts';
