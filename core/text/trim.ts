const BLANK = ' \t\n\r\0\v';

/** Removes the given characters from both ends; by default ASCII white space and NUL. */
export function trimAscii(text: string, characters = BLANK): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
