const BLANKS = ' \t\n\r\0\x0B';

/** A password as PHP hashes and checks it: without the blanks around it. */
export function trimmed(password: string): string {
  let [start, end] = [0, password.length];
  while (start < end && BLANKS.includes(password[start]!)) start++;
  while (end > start && BLANKS.includes(password[end - 1]!)) end--;
  return password.slice(start, end);
}
