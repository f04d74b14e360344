import { filter } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const avatarHooks = {
  rest_avatar_sizes: filter<[sizes: readonly number[]]>({
    params: ['sizes'],
    meaning: 'Adjusts the sizes, in pixels, that avatar addresses are given for.',
    section: '4.7',
  }),
};

type AvatarHooks = typeof avatarHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends AvatarHooks {}
}
