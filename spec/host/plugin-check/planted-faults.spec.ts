import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkPlugins, type Finding } from '../../../host/plugin-check/index.ts';
import { DEFINITION, IN_DEFINITION, IN_MODULES, MANIFEST, MARK, type PlantedFault } from './planted-faults.ts';

const moduleOf = ({
  above = '',
  setup,
}: PlantedFault): string => `import { type PluginHost, serviceToken } from 'tappet';
${above}
export async function setup({ hooks, use }: PluginHost): Promise<void> {
  void [use, serviceToken, hooks];
  ${setup}
}
`;

/** The plugin that all modules with faults belong to. */
const indexOf = (names: readonly string[]): string => `import { definePlugin } from 'tappet';
${names.map((name) => `import { setup as ${name} } from './${name}.ts';`).join('\n')}

export default definePlugin({
  name: 'many',
  version: '1.0.0',
  description: 'Has every fault.',
  capabilities: ['content:write', 'database', 'requests', 'users:read'],
  requires: { 'content-rendering': '^0.1.0', database: '^0.1.0', meta: '^0.1.0', posts: '^0.1.0', users: '^0.1.0' },
  async setup(host) {
    for (const setup of [${names.join(', ')}]) await setup(host);
  },
});
`;

const FORTY = 40;

describe('plugin check, of forty planted faults,', () => {
  const planted = IN_MODULES.map((fault, at) => ({ ...fault, name: `fault${at}` }));
  let folder: string;
  let found: readonly Finding[];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-planted-'));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    for (const name of ['many', 'defined']) {
      mkdirSync(join(folder, name));
      write(`${name}/README.md`, `# ${name}\n`);
    }
    for (const fault of planted) write(`many/${fault.name}.ts`, moduleOf(fault));
    write('many/index.ts', indexOf(planted.map(({ name }) => name)));
    write('defined/index.ts', DEFINITION);
    write('defined/package.json', MANIFEST);
    found = (await checkPlugins([folder])).flatMap(({ findings }) => findings);
  });
  after(() => rmSync(folder, { recursive: true }));

  const findingsIn = (isIn: (finding: Finding) => boolean) =>
    found.filter(isIn).map(({ line, code, message }) => ({ line, code, message }));

  it('looks for forty', () => expect(IN_MODULES.length + IN_DEFINITION.length).to.equal(FORTY));

  for (const fault of planted) {
    const { name, fact, rule, says } = fault;
    it(`finds ${fact}, and nothing else there`, () => {
      const line =
        moduleOf(fault)
          .split('\n')
          .findIndex((text) => text.includes(MARK)) + 1;
      const findings = findingsIn(({ file }) => file === `${name}.ts`);
      expect(
        findings.map((finding) => [finding.line, finding.code]),
        JSON.stringify(findings),
      ).to.deep.equal([[line, rule]]);
      expect(findings[0]!.message).to.include(says);
    });
  }

  for (const [fact, place, rule, says] of IN_DEFINITION) {
    it(`finds ${fact}`, () => {
      const findings = findingsIn(({ file, line }) => `${file}:${line}` === place);
      expect(
        findings.map(({ code }) => code),
        JSON.stringify(findings),
      ).to.deep.equal([rule]);
      expect(findings[0]!.message).to.include(says);
    });
  }

  it('finds nothing else in the definition', () => {
    const rest = found.filter(
      ({ file }) => !file.startsWith('fault') && file !== 'index.ts' && file !== 'package.json',
    );
    expect(rest).to.deep.equal([]);
    expect(found).to.have.length(FORTY);
  });
});
