/** The names that begin as a wrong one does, for as many letters as any of them. */
type Beginning<
  Wrong extends string,
  Names extends string,
  Head extends string = '',
> = Wrong extends `${infer Letter}${infer Rest}`
  ? [Extract<Names, `${Head}${Letter}${string}`>] extends [never]
    ? Names
    : Beginning<Rest, Extract<Names, `${Head}${Letter}${string}`>, `${Head}${Letter}`>
  : Names;

/** The names that end in the same words as a wrong one, in as many as any of them. */
type Ending<Wrong extends string, Names extends string> = Wrong extends
  | `${string}_${infer Words}`
  | `${string}-${infer Words}`
  ? [Extract<Names, `${string}${Words}`>] extends [never]
    ? Ending<Words, Names>
    : Extract<Names, `${string}${Words}`>
  : Names;

/**
 * What a parameter takes in place of a wrong name, so that the compiler says it: the names that begin as that one does,
 * and of these those that end in the same words. Cheap, for only a wrong name has it worked out.
 */
export type NearestName<Wrong extends string, Names extends string> = Ending<Wrong, Beginning<Wrong, Names>>;
