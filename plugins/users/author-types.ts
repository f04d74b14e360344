import type { PluginHooks } from '../../core/index.ts';

/** The content types whose published items make their authors public. */
export class AuthorTypes {
  readonly #public = new Set<string>();
  readonly #known: boolean;

  /** Collects the content types as they are registered, if a plugin registers any. */
  constructor(hooks: PluginHooks) {
    this.#known = hooks.has('registered_post_type');
    if (!this.#known) return;
    hooks.action('registered_post_type').tap('users', (name, type) => {
      if (type.public && type.show_in_rest) this.#public.add(name);
      else this.#public.delete(name);
    });
  }

  /** Their names: those of the reference where no plugin registers content types. */
  names(): readonly string[] {
    return this.#known ? [...this.#public] : ['post', 'page', 'attachment'];
  }
}
