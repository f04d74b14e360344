import { asyncFilter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { ContentStatus } from './content-status.ts';

/** The hooks that content statuses fire. */
export const contentStatusHooks = {
  rest_prepare_status: asyncFilter<[response: RestResponse, status: ContentStatus, request: RestRequest]>({
    params: ['response', 'status', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a content status.',
  }),
};

type ContentStatusHooks = typeof contentStatusHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ContentStatusHooks {}
}
