const WORDS = 'lorem ipsum dolor sit amet consetetur sadipscing elitr sed diam nonumy eirmod tempor invidunt'.split(
  ' ',
);
/** The number of salts after which the order of words repeats. */
const PERIOD = WORDS.length * 11;

const made = new Map<number, string[]>();

/** A text of a number of words, in an order that depends on the salt. */
export function words(count: number, salt: number): string {
  let texts = made.get(count);
  if (texts === undefined) {
    texts = Array.from({ length: PERIOD }, (_, at) => arrange(count, at));
    made.set(count, texts);
  }
  return texts[salt % PERIOD]!;
}

const arrange = (count: number, salt: number): string =>
  Array.from({ length: count }, (_, at) => WORDS[(at * 7 + salt * 13 + ((at * salt) % 11)) % WORDS.length]).join(' ');

/** One of the words. */
export const word = (at: number): string => WORDS[at % WORDS.length]!;

/** Block markup of a paragraph. */
export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** The word that ten posts of a data set contain, and one that all posts contain. */
export const RARE = 'zephyr';
export const COMMON = 'dolor';
