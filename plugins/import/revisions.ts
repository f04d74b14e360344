/** The type of the copies of items that are made when they change, autosaves among them. */
export const REVISION = 'revision';

/** The name of a revision begins with the number of its item, and says whether it is an autosave: `5-autosave-v1`. */
const NUMBER_OF_ITEM = /^\d+(?=-(?:revision|autosave))/;

/** The name of a revision once its item is known by another number. */
export const nameOfRevision = (name: string, item: number): string => name.replace(NUMBER_OF_ITEM, String(item));
