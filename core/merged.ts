type Merged<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Merged<Rest>
  : unknown;

/**
 * An object with the members of all of these, later ones in the place of earlier ones: what `{ ...some, ...more }` makes.
 * Members that come after a spread give each object a shape of its own in V8 as of Node.js 20, which is found and thrown
 * away with the old objects; what is made for each request or item is merged by this, or written out. For names that are
 * our own: `__proto__` would not become a member.
 */
export const merged = <Parts extends readonly object[]>(...parts: Parts): Merged<Parts> =>
  Object.assign({}, ...parts) as Merged<Parts>;
