const BLANK = ' \t\n\r\0\v';

/** Removes the given characters from both ends; by default ASCII white space and NUL. */
export function trimAscii(text: string, characters = BLANK): string {
  const rest = trimEnd(text, characters);
  let start = 0;
  while (start < rest.length && characters.includes(rest.charAt(start))) start++;
  return start === 0 ? rest : rest.slice(start);
}

/** Removes the given characters from the end. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return end === text.length ? text : text.slice(0, end);
}
