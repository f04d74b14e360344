import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { ownerOf } from '../../../core/hooks/index.ts';
import { BlockTypes } from '../../../plugins/content-rendering/index.ts';
import { firstPartyPlugins } from '../../support/full-site.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const PAGE = read('docs/blocks.md');

/** The rows of the table: the block, its plugin or none, and what is shown of it. */
const ROWS = [...PAGE.matchAll(/^\| `(core\/[a-z-]+)` +\| (?:–|\[([a-z-]+)\]\([^)]+\)) +\| ([a-z ]+?) +\|/gm)].map(
  ([, name = '', plugin, shown = '']) => ({ name, plugin, shown }),
);

describe('the table of blocks in docs/blocks.md', () => {
  let generation: Generation;

  before(async () => {
    generation = await buildTestGeneration(await firstPartyPlugins(), {
      options: { database: { url: 'sqlite::memory:' }, 'post-blocks': { newer_blocks: true } },
      asked: new Set(),
    });
  });
  after(() => generation.dispose());

  it('has every block that a plugin registers, with that plugin, and whether it is rendered', () => {
    const registered = generation.services
      .get('spec', BlockTypes)
      .list()
      .filter(({ name }) => name.startsWith('core/'))
      .map((type) => ({
        name: type.name,
        plugin: ownerOf(type),
        shown: type.render === undefined ? 'as stored' : 'rendered',
      }));
    expect(ROWS.filter(({ plugin }) => plugin !== undefined)).to.have.deep.members(registered);
  });

  it('says of blocks without a plugin that they are shown as stored, or that nothing is', () => {
    const others = ROWS.filter(({ plugin }) => plugin === undefined);
    expect(others).to.be.not.empty;
    for (const { name, shown } of others) expect(shown, name).to.be.oneOf(['as stored', 'nothing']);
  });

  it('has each block once, in the order of the names, and no row that is written otherwise', () => {
    const names = ROWS.map(({ name }) => name);
    expect(names).to.eql([...new Set(names)].sort());
    expect(PAGE.match(/^\| `/gm)).to.have.length(names.length);
  });

  it('is of the release of the library that the editor is built with', () => {
    const { dependencies } = JSON.parse(read('plugins/editor/app/package.json'));
    expect(PAGE).to.include(`\`@wordpress/block-library\` ${dependencies['@wordpress/block-library']},`);
  });
});
