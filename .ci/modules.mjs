// How the bundler finds some modules: plugins of esbuild.

/**
 * Libraries that ask for a package when they are loaded get its named functions in its place; the package itself, which
 * is not bundled, is read when one of them is first called.
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

/** A library that is imported when it is used is found in a file of its own, beside that which imports it. */
export const moduleApart = (name) => ({
  name: `${name} apart`,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : undefined,
    );
  },
});

/** A module that is no file. */
export const virtualModule = (name, contents) => ({
  name,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'virtual' }));
    build.onLoad({ filter: new RegExp(`^${name}$`), namespace: 'virtual' }, () => ({ contents, resolveDir: '.' }));
  },
});
