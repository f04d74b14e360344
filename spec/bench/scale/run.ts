/**
 * Prints the tables of `docs/scale.md` from the measured times, or writes them there.
 *
 *     npm run bench:scale
 *     npm run bench:scale -- --write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Measured } from './model.ts';
import { tablesOf, withTables } from './tables.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const DOCUMENT = new URL('../../../docs/scale.md', import.meta.url);
const measured = JSON.parse(readFileSync(new URL('./measured.json', import.meta.url), 'utf8')) as Measured;

const tables = tablesOf(measured);
if (values.write) writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), tables));
else for (const [name, content] of Object.entries(tables)) console.log(`${name}\n\n${content}\n`);
