// Prints the regular expressions that are built from text while a site with every plugin is made, as JSON: those of
// constants, of routes, of schemas and of shortcodes. Run by `regular-expressions.spec.ts` in a process of its own,
// since what is already loaded builds nothing more.
const built = new Map<string, { source: string; flags: string; file: string }>();
const OWN = /\/((?:core|host|plugins)\/[\w./-]+\.ts)/;

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, newTarget) {
    const made: RegExp = Reflect.construct(target, args, newTarget);
    const file = OWN.exec(new Error().stack ?? '')?.[1];
    if (file !== undefined && typeof args[0] === 'string') {
      built.set(`${file} ${made}`, { source: made.source, flags: made.flags, file });
    }
    return made;
  },
});

const { buildFullSite } = await import('../support/full-site.ts');
await import('../../host/index.ts');
const site = await buildFullSite();
const { texturize } = await import('../../plugins/formatting/index.ts');
texturize('[code] "x"', ['code', 'gallery']);
await site.close();
process.stdout.write(JSON.stringify([...built.values()]));

export {};
