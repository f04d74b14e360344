// Writes plugins/README.md: the plugins that come with the host, by group, as their definitions describe them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLUGINS = fileURLToPath(new URL('../plugins/', import.meta.url));

/** The groups in the order of the list, each with what its plugins are about. */
const GROUPS = {
  framework: 'How requests to the interface are read, described and answered, whatever they are about.',
  content: 'Content items, their types, statuses, terms, comments, metadata and texts.',
  media: 'Files, fonts, and what other sites embed.',
  identity: 'Users, what they may do, and how they sign in.',
  editor: 'Block editors, and the resources that they use.',
  site: 'Pages, themes, feeds and settings of the site.',
  operations: 'Running, watching, moving and explaining a site.',
  storage: 'The database, the options in it, and the cache of responses.',
};

/** A text property of the definition in a plugin's `index.ts`, which need not run for it. */
function property(source, name) {
  const definition = source.slice(source.search(/\bdefinePlugin[<(]/));
  const [, quote, text] = new RegExp(`\\n  ${name}:\\s*(['"])((?:[^\\\\]|\\\\.)*?)\\1,\\n`).exec(definition) ?? [];
  return text?.replaceAll(`\\${quote}`, quote);
}

/** The text of plugins/README.md. */
export function pluginList() {
  const plugins = readdirSync(PLUGINS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const source = readFileSync(`${PLUGINS}${name}/index.ts`, 'utf8');
      return { name, group: property(source, 'group'), description: property(source, 'description') };
    });
  const lost = plugins.filter(({ group, description }) => !(group in GROUPS) || description === undefined);
  if (lost.length > 0) throw new Error(`no group or description: ${lost.map(({ name }) => name).join(', ')}`);
  const sections = Object.entries(GROUPS).map(([group, about]) => {
    const lines = plugins
      .filter((plugin) => plugin.group === group)
      .map(({ name, description }) => `- [${name}](${name}/README.md): ${description}`);
    return [`## ${group[0].toUpperCase()}${group.slice(1)}`, about, lines.sort().join('\n')].join('\n\n');
  });
  const head = `# The plugins that come with the host

Every behaviour of Tappet is a plugin, in a folder of its own: \`index.ts\` is its definition, its README tells of its
options, hooks and services. \`npm run plugins:list\` writes this list; \`spec/house.spec.ts\` checks it.`;
  return `${[head, ...sections].join('\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${PLUGINS}README.md`, pluginList());
