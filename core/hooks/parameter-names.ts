/** What no parameter of a compiled function may be called: the words of the language, also those of its strict mode. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** A name of letters and digits; those with a low line in front are tapable's own. */
const NAME = /^[A-Za-z$][\w$]*$/;

/** The first of some names that tapable cannot compile as the parameters of a function; undefined where it can. */
export const unusableName = (names: readonly string[]): string | undefined =>
  names.find((name, at) => !NAME.test(name) || RESERVED.has(name) || names.indexOf(name) !== at);
