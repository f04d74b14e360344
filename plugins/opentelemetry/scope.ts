/** The name under which spans and figures are those of this program. */
export const SCOPE = 'tappet';
