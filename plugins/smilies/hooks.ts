import { filter } from '../../core/index.ts';

/** The hooks of smilies. */
export const smiliesHooks = {
  smilies: filter<[smilies: Readonly<Record<string, string>>]>({
    params: ['wpsmiliestrans'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts what each smiley becomes: a character, or the name of a picture. It is asked once.',
  }),
  smilies_src: filter<[src: string, img: string, siteUrl: string]>({
    params: ['src', 'img', 'site_url'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the address of the picture of a smiley.',
  }),
};

type SmiliesHooks = typeof smiliesHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SmiliesHooks {}
}
