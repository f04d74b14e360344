/** The id that a text of a request names; 0, which no item has, for any other text. */
export const itemId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);
