import { asyncAction, type PluginHooks } from '../../core/index.ts';
import type { MetaType } from './meta-type.ts';

/** What happens to the values of a key. */
export type MetaEvent = 'added' | 'updated' | 'deleted';

const MEANINGS: Readonly<Record<MetaEvent, string>> = {
  added: 'a key got a value beside those that it had',
  updated: 'the values of a key were replaced by another one',
  deleted: 'values of a key were removed; `meta_value` is undefined where all of them were',
};

const changed = (event: MetaEvent, type: MetaType) =>
  asyncAction<[objectId: number, key: string, value: unknown]>({
    params: ['object_id', 'meta_key', 'meta_value'],
    requiredPermissions: type === 'user' ? 'users:read' : 'content:read',
    meaning: `Fires after ${MEANINGS[event]}, in the metadata of a ${type}; not when the ${type} itself is deleted.`,
  });

/** The hooks that the plugin fires. */
export const metaHooks = {
  added_post_meta: changed('added', 'post'),
  updated_post_meta: changed('updated', 'post'),
  deleted_post_meta: changed('deleted', 'post'),
  added_term_meta: changed('added', 'term'),
  updated_term_meta: changed('updated', 'term'),
  deleted_term_meta: changed('deleted', 'term'),
  added_comment_meta: changed('added', 'comment'),
  updated_comment_meta: changed('updated', 'comment'),
  deleted_comment_meta: changed('deleted', 'comment'),
  added_user_meta: changed('added', 'user'),
  updated_user_meta: changed('updated', 'user'),
  deleted_user_meta: changed('deleted', 'user'),
} as const satisfies Record<`${MetaEvent}_${MetaType}_meta`, unknown>;

type MetaHooks = typeof metaHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends MetaHooks {}
}

/** Tells taps what has happened to the values of a key. */
export type TellMeta = (event: MetaEvent, type: MetaType, id: number, key: string, value: unknown) => Promise<void>;

/** Fires the hook of an event where something taps it. */
export const tellBy =
  (hooks: PluginHooks): TellMeta =>
  async (event, type, id, key, value) => {
    const hook = hooks.action(`${event}_${type}_meta`);
    if (hook.isUsed()) await hook.promise(id, key, value);
  };
