/** A failure that the interface itself demands, and the source of the demand. */
export interface DemandedFailure {
  readonly status: number;
  readonly code: string;
  /** The step of a recorded exchange, as scenario/step. */
  readonly recorded?: string;
  /** The source of the demand, where nothing was recorded. */
  readonly source?: string;
}

/** All statuses from 500 that requests may be answered with. Any other is a fault of the host. */
export const DEMANDED_FAILURES: readonly DemandedFailure[] = [
  { status: 500, code: 'empty_term_name', recorded: 'categories/empty-name' },
  {
    status: 500,
    code: 'duplicate_term_slug',
    source: 'the list of the reference’s traps, 20: “a taken term slug” is “500 with data: null”',
  },
  { status: 500, code: 'existing_user_login', recorded: 'users-crud/same-username' },
  { status: 500, code: 'existing_user_email', recorded: 'users-crud/same-email' },
  { status: 500, code: 'rest_upload_sideload_error', recorded: 'media-upload/type-not-allowed' },
  { status: 500, code: 'rest_upload_unknown_error', recorded: 'media-upload/multipart-other-field' },
  { status: 501, code: 'rest_trash_not_supported', recorded: 'categories/delete-without-force' },
];
