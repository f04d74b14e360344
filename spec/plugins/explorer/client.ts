/** Loads a module of the page, which is JavaScript and checked by a configuration of its own. */
// biome-ignore lint/suspicious/noExplicitAny: its types are not those of these specs.
export const clientModule = (name: string): Promise<any> =>
  import(new URL(`../../../plugins/explorer/client/${name}.js`, import.meta.url).href);
