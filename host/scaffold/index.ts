/**
 * New plugins: `template.ts` declares what a template is, `templates/` holds the templates, and `newPlugin` writes a
 * plugin folder.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closest } from '../../core/base/index.ts';
import { CommandError } from '../../core/index.ts';
import { discoverOwn } from '../loading/discover.ts';
import { KEYWORD, PACKAGE_PREFIX } from '../packages/manifest.ts';
import { packageVersion } from '../places.ts';
import { type Names, namesOf, type Template } from './template.ts';
import { authentication } from './templates/authentication.ts';
import { block } from './templates/block.ts';
import { contentType } from './templates/content-type.ts';
import { plain } from './templates/plain.ts';
import { storage } from './templates/storage.ts';

/** The templates by name. */
export const TEMPLATES: ReadonlyMap<string, Template> = new Map(
  Object.entries({ plain, 'content-type': contentType, block, authentication, storage }),
);

/** The written plugin. */
export interface NewPlugin {
  readonly folder: string;
  /** The names of the files in the folder. */
  readonly files: readonly string[];
  /** A path of the REST interface that the plugin answers. */
  readonly path: string;
}

/** Writes the folder of a new plugin in `parent`. Throws a `CommandError` if the folder exists. */
export async function newPlugin(name: string, templateName: string, parent: string): Promise<NewPlugin> {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new CommandError(`a plugin's name is kebab-case and begins with a letter, like "my-plugin"; not "${name}"`);
  }
  const template = TEMPLATES.get(templateName);
  if (template === undefined) {
    const known = [...TEMPLATES.keys()];
    const nearest = closest(templateName, known);
    const hint = nearest === undefined ? `choose one of ${known.join(', ')}` : `did you mean "${nearest}"?`;
    throw new CommandError(`there is no template "${templateName}"; ${hint}`);
  }
  const folder = join(parent, name);
  if (existsSync(folder)) throw new CommandError(`there is a ${folder} already; choose another name, or remove it`);
  if (discoverOwn().some((plugin) => plugin.name === name)) {
    throw new CommandError(`a plugin that comes with the host is named "${name}"; choose another name`);
  }
  const names = namesOf(name);
  const files = {
    'index.ts': template.index(names),
    [`${name}.spec.ts`]: spec(names, template),
    'README.md': readme(names, template),
    'package.json': manifest(names, template),
  };
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text, { flag: 'wx' });
  return { folder, files: Object.keys(files), path: template.path(names) };
}

function spec(names: Names, template: Template): string {
  const facts = template.facts(names);
  const isUsed = (word: string) => new RegExp(`\\b${word}\\b`).test(facts);
  const tools = ['describeInEditor', 'describeRoute', 'request'].filter(isUsed);
  const exported = isUsed('Texts') ? 'plugin, { Texts }' : 'plugin';
  return `import assert from 'node:assert/strict';
import { ${[...tools, 'type TestHost', 'testHost'].join(', ')} } from 'tappet/testing';
import ${exported} from './index.ts';

describe('${names.name}', () => {
  let host: TestHost;
  before(async () => {
    host = await testHost(${template.host(names)});
  });
  after(() => host.close());

${facts}});
`;
}

/** What makes the folder an npm package that `plugin pack` and `plugin publish` take. */
const manifest = ({ name }: Names, { about, capabilities }: Template): string =>
  `${JSON.stringify(
    {
      name: `${PACKAGE_PREFIX}${name}`,
      version: '0.1.0',
      description: about(namesOf(name)),
      type: 'module',
      main: 'index.ts',
      keywords: [KEYWORD],
      peerDependencies: { tappet: `^${packageVersion()}` },
      tappet: { plugin: name, capabilities },
    },
    null,
    2,
  )}\n`;

const readme = (names: Names, { about, path, options }: Template): string => `# ${names.name}

${about(names)}

\`\`\`sh
curl 'http://127.0.0.1:8080/cms-json${path(names)}'
\`\`\`

Options:

${options.map(([name, fallback, meaning]) => `- \`${name}\` (${fallback}): ${meaning}`).join('\n')}

Off: \`plugins: { disabled: ['${names.name}'] }\`.
`;
