import { serviceToken } from '../../core/index.ts';
import type { Ability, AbilityArgs, AbilityCategory } from './ability.ts';

/** The abilities of the site. Abilities and categories are registered in `init`. */
export interface Abilities {
  /** Registers a category. Throws a `TypeError` for a slug that is none, or is taken. */
  registerCategory(slug: string, args: Omit<AbilityCategory, 'slug'>): AbilityCategory;
  /** Registers an ability. Throws a `TypeError` for a name that is none or is taken, and for an unknown category. */
  register(name: string, args: AbilityArgs): Ability;
  get(name: string): Ability | undefined;
  /** All abilities, in order of registration. */
  all(): readonly Ability[];
  category(slug: string): AbilityCategory | undefined;
  /** All categories, in order of registration. */
  categories(): readonly AbilityCategory[];
}

/** The token of the abilities. */
export const Abilities = serviceToken('abilities');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    abilities: Abilities;
  }
}

const NAME = /^[a-z0-9-]+\/[a-z0-9-]+$/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Makes the implementation of `Abilities`. */
export function createAbilities(): Abilities {
  const abilities = new Map<string, Ability>();
  const categories = new Map<string, AbilityCategory>();
  const unusable = (what: string, why: string) => new TypeError(`${what} cannot be registered: ${why}`);
  return {
    registerCategory(slug, args) {
      const what = `the category of abilities "${slug}"`;
      if (!SLUG.test(slug)) throw unusable(what, 'a slug has small letters, digits and single dashes');
      if (categories.has(slug)) throw unusable(what, 'it is registered already');
      const category = Object.freeze({ slug, label: args.label, description: args.description });
      categories.set(slug, category);
      return category;
    },
    register(name, args) {
      const what = `the ability "${name}"`;
      if (!NAME.test(name)) throw unusable(what, 'a name is like "my-plugin/my-ability"');
      if (abilities.has(name)) throw unusable(what, 'it is registered already');
      if (!categories.has(args.category)) throw unusable(what, `there is no category "${args.category}"`);
      for (const callback of ['permission_callback', 'execute_callback'] as const) {
        if (typeof args[callback] !== 'function') throw unusable(what, `it has no ${callback}`);
      }
      const ability = Object.freeze({ ...args, name });
      abilities.set(name, ability);
      return ability;
    },
    get: (name) => abilities.get(name),
    all: () => [...abilities.values()],
    category: (slug) => categories.get(slug),
    categories: () => [...categories.values()],
  };
}
