import type { PluginHooks } from '../../core/index.ts';

/** The content types that the interface answers for, and those whose published items make their authors public. */
export class AuthorTypes {
  readonly #public = new Set<string>();
  readonly #inRest = new Set<string>();
  readonly #known: boolean;

  /** Collects the content types as they are registered, if a plugin registers any. */
  constructor(hooks: PluginHooks) {
    this.#known = hooks.has('registered_post_type');
    if (!this.#known) return;
    hooks.action('registered_post_type').tap('users', (name, type) => {
      if (type.show_in_rest) this.#inRest.add(name);
      else this.#inRest.delete(name);
      if (type.public && type.show_in_rest) this.#public.add(name);
      else this.#public.delete(name);
    });
  }

  /** The types that make authors public: those of the reference where no plugin registers content types. */
  names(): readonly string[] {
    return this.#known ? [...this.#public] : ['post', 'page', 'attachment'];
  }

  /** All types of the interface, whose authors can be asked for. */
  inRest(): readonly string[] {
    return this.#known ? [...this.#inRest] : this.names();
  }
}
