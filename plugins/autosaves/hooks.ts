import { asyncAction, asyncFilter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { Post, PostInput } from '../posts/index.ts';

/** The hooks that autosaves fire. */
export const autosaveHooks = {
  cms_creating_autosave: asyncAction<[autosave: PostInput]>({
    params: ['new_autosave'],
    requiredPermissions: 'content:read',
    meaning: 'Fires before an autosave takes the place of an earlier one.',
  }),
  rest_prepare_autosave: asyncFilter<[response: RestResponse, autosave: Post, request: RestRequest]>({
    params: ['response', 'post', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the answer that shows an autosave.',
  }),
};

type AutosaveHooks = typeof autosaveHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends AutosaveHooks {}
}
