import { serviceToken } from '../../core/index.ts';
import { BUILTIN_STATUSES, type ContentStatus, type ContentStatusArgs, makeContentStatus } from './content-status.ts';

/** The content statuses of a generation; the built-in ones are there from the start. */
export interface ContentStatuses {
  /** Registers a content status; one of the same name is replaced. Throws a `TypeError` for a name that is no key. */
  register(name: string, args?: ContentStatusArgs): ContentStatus;
  get(name: string): ContentStatus | undefined;
  /** All content statuses, in order of registration. */
  all(): ContentStatus[];
}

/** The token of the content statuses. */
export const ContentStatuses = serviceToken('content-statuses', {
  requiredPermissions: 'content:write',
  open: ['get', 'all'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'content-statuses': ContentStatuses;
  }
}

/** The registry that stands behind `ContentStatuses`. */
export class ContentStatusRegistry implements ContentStatuses {
  readonly #statuses = new Map<string, ContentStatus>();

  constructor() {
    for (const [name, args] of Object.entries(BUILTIN_STATUSES)) this.register(name, args);
  }

  register(name: string, args: ContentStatusArgs = {}): ContentStatus {
    if (!/^[a-z0-9_-]{1,20}$/.test(name)) {
      throw new TypeError(`content status "${name}" must be 1 to 20 lower-case letters, digits, "-" or "_"`);
    }
    const status = makeContentStatus(name, args);
    this.#statuses.set(name, status);
    return status;
  }

  get(name: string): ContentStatus | undefined {
    return this.#statuses.get(name);
  }

  all(): ContentStatus[] {
    return [...this.#statuses.values()];
  }
}
