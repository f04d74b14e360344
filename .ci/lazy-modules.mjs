/**
 * An esbuild plugin: libraries that ask for a package when they are loaded get its named functions in its place; the
 * package itself, which is not bundled, is read when one of them is first called.
 */
export const lazyModule = (name, functions) => ({
  name: `lazy ${name}`,
  setup(build) {
    const namespace = `lazy-${name}`;
    const givens = functions.map((one) => `exports.${one} = (...args) => require('${name}').${one}(...args);\n`);
    build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ path, kind, namespace: importer }) =>
      kind === 'require-call' && importer !== namespace ? { path, namespace } : { path, external: true },
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: givens.join(''), loader: 'js' }));
  },
});
