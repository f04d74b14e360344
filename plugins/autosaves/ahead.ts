/**
 * Whether an autosave is newer than its item, so that it shows the unsaved text and not an older one; decided by
 * the dates of both, in the same form. Dates are of whole seconds: within one, the autosave counts as the newer one,
 * because a user who previews has just made it.
 */
export const isAhead = (autosaved: string, saved: string): boolean => autosaved >= saved;
