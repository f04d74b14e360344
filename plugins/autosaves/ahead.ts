/**
 * Whether an autosave shows what its item is about to become, rather than what it was before it was saved last; told by
 * when each was changed, in the same form. Dates are of whole seconds: within one, the autosave counts as the later,
 * because whoever looks in advance has just made it.
 */
export const isAhead = (autosaved: string, saved: string): boolean => autosaved >= saved;
