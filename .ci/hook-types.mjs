// The types of every hook's parameters, for the reference that a running host gives: dist/hook-types.json.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';

const folder = resolve('dist');
const project = `${folder}/tsconfig.hook-types.json`;
const source = `${folder}/hook-types.ts`;
const virtual = {
  [project]: JSON.stringify({
    compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: ['node'] },
    files: [source],
  }),
  [source]: `import type { HookCatalogue } from './tappet.js';
import type { ParamsOf } from './core/hooks/index.js';
export type Types = { [N in keyof HookCatalogue]: ParamsOf<HookCatalogue[N]> };
export declare const types: Types;
`,
};

const NO_TRUNCATION = 1;
const api = new API({
  cwd: folder,
  fs: { readFile: (name) => virtual[name], fileExists: (name) => (name in virtual ? true : undefined) },
});
const { program, checker } = api.updateSnapshot({ openProjects: [project] }).getProject(project);
const file = program.getSourceFile(source);
const declared = file.statements.at(-1).declarationList.declarations[0];
const types = {};
for (const hook of checker.getPropertiesOfType(checker.getTypeAtLocation(declared.name))) {
  const params = checker.getTypeOfSymbol(hook);
  types[hook.name] = checker
    .getTypeArguments(params)
    .map((param) => checker.typeToString(param, undefined, NO_TRUNCATION).replace(/import\("[^"]*"\)\./g, ''));
}
api.close();

const names = Object.keys(types).sort();
const wrong = names.filter((name) => types[name].some((text) => text === 'any'));
if (names.length < 100 || wrong.length > 0) throw new Error(`the types of hooks cannot be read: ${wrong.join(', ')}`);
writeFileSync(
  `${folder}/hook-types.json`,
  `${JSON.stringify(Object.fromEntries(names.map((name) => [name, types[name]])))}\n`,
);
