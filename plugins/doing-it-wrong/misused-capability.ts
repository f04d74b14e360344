import { DEFAULT_ROLES } from '../roles/index.ts';

/**
 * What is wrong with a question for a capability; undefined if nothing is. The question is known by what was asked, by the
 * objects after it, and by the capabilities that it was mapped to.
 */
export function misusedCapability(
  cap: string,
  objects: readonly unknown[],
  needed: readonly string[],
): string | undefined {
  if (objects.length === 0) {
    if (cap === 'do_not_allow' || !needed.includes('do_not_allow')) return undefined;
    return `can('${cap}') asks of one object, and is false without it; give the object after it, loaded by its store`;
  }
  const isPrimitive = Object.hasOwn(DEFAULT_ROLES.administrator!.capabilities, cap);
  if (!isPrimitive || needed.length !== 1 || needed[0] !== cap) return undefined;
  return `can('${cap}') asks of no object, and looks at none; leave the object out, or ask for the capability on one, like 'edit_post'`;
}
