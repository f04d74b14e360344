import type { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginHooks } from '../../../core/index.ts';
import { commentHooks } from '../../../plugins/comments/hooks.ts';
import type { CommentStore } from '../../../plugins/comments/store/comment-store.ts';
import { createCommentStore } from '../../../plugins/comments/store/create-store.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import meta, { MetaStore } from '../../../plugins/meta/index.ts';
import options, { SiteClock } from '../../../plugins/options/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

/** A store of comments on a database of its own, without the plugins that its routes need. */
export interface StoreStage {
  readonly generation: Generation;
  readonly store: CommentStore;
  readonly database: Database;
  readonly meta: MetaStore;
  /** The hooks that fired, in order: the hook's name and its parameters but comments. */
  readonly fired: (readonly unknown[])[];
}

const TOLD = [
  'wp_insert_comment',
  'edit_comment',
  'transition_comment_status',
  'wp_set_comment_status',
  'trash_comment',
  'trashed_comment',
  'untrash_comment',
  'untrashed_comment',
  'spam_comment',
  'spammed_comment',
  'unspam_comment',
  'unspammed_comment',
  'delete_comment',
  'deleted_comment',
  'wp_update_comment_count',
] as const;

/** Opens a store on the database at an address. `now` is the present in milliseconds. */
export async function openStoreStage(url: string, now = Date.UTC(2026, 0, 2, 3, 4, 5)): Promise<StoreStage> {
  const fired: StoreStage['fired'] = [];
  let made: Pick<StoreStage, 'store' | 'database' | 'meta'>;
  const probe = definePlugin({
    name: 'probe',
    version: '0.1.0',
    description: 'Makes the store of comments.',
    requires: { database: '*', options: '*', meta: '*' },
    hooks: commentHooks,
    setup(host) {
      const services = { database: host.use(Database), meta: host.use(MetaStore), clock: host.use(SiteClock) };
      made = { ...services, store: createCommentStore({ ...services, hooks: host.hooks }) };
      record(host.hooks, fired);
    },
  });
  const generation = await buildTestGeneration([database, options, meta, probe], {
    options: { database: { url }, options: { now: () => now } },
  });
  return { generation, fired, ...made! };
}

function record(hooks: PluginHooks, fired: StoreStage['fired']): void {
  for (const name of TOLD) {
    hooks.action(name).tap('probe', (...args: unknown[]) => {
      fired.push([name, ...args.filter((arg) => typeof arg !== 'object' || Array.isArray(arg))]);
    });
  }
}
