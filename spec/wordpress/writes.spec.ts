import { expect } from 'chai';
import { createMysqlDatabase, type MysqlDatabase } from '../support/on-databases.ts';
import { describeBesideWordPress } from '../support/wordpress/described.ts';
import { type Beside, besidePhp } from './beside.ts';
import { differences } from './difference.ts';
import { documentedAs } from './documented.ts';
import { normalised } from './normalised.ts';
import { Report } from './report.ts';
import { copyTables, type Rows, readRows, rowDifferences } from './rows.ts';
import { readBack, send } from './send.ts';
import { type Answered, type Asked, ask, type Side } from './side.ts';
import { makeWrites } from './writes.ts';

/** How many writes are made: a few in the suite, many by `npm run compare:wordpress`. */
const WRITES = Number(process.env.WORDPRESS_WRITES ?? 69);

describeBesideWordPress('writes through PHP and Tappet in turn', {}, (wordpress) => {
  const writes = makeWrites(WRITES);
  let untouched: MysqlDatabase;
  let tappet: Beside;
  let byPhp: { statuses: number[]; rows: Rows };

  before(async function () {
    this.timeout(WRITES * 2_000 + 60_000);
    untouched = await createMysqlDatabase();
    await copyTables(wordpress().database, untouched.address);
    const statuses = await writeAll([wordpress()], async () => undefined);
    byPhp = { statuses, rows: await readRows(wordpress().database) };
    await copyTables(untouched.address, wordpress().database);
    tappet = await besidePhp(wordpress(), { write: true });
  });
  after(async () => {
    await tappet?.close();
    await untouched?.drop();
  });

  /** Makes all writes, each through the next side; returns their statuses. */
  async function writeAll(sides: readonly Side[], afterwards: (asked: Asked) => Promise<void>): Promise<number[]> {
    const ids = new Map<string, number>();
    const statuses: number[] = [];
    for (const [index, write] of writes.entries()) {
      const { status } = await send(sides[index % sides.length]!, write, ids);
      statuses.push(status);
      const route = `${write.path.replace(/\{.*?\}/g, '*')} after ${write.method}`;
      await afterwards({ method: 'GET', path: readBack(write, ids), route });
    }
    return statuses;
  }

  it('are each seen by the other side at once, and leave the rows that PHP alone leaves', async function () {
    this.timeout(WRITES * 4_000 + 60_000);
    const report = new Report();
    const statuses = await writeAll([wordpress(), tappet], async (asked) => {
      const sides = [wordpress(), tappet].map(async (side) => normalised(await ask(side, asked, 'admin'), asked));
      const [php, own] = (await Promise.all(sides)) as [Answered, Answered];
      const compared = { asked, login: 'admin', php, tappet: own };
      report.add(asked, 'admin', differences(php, own), (difference) => documentedAs(compared, difference));
    });
    if (WRITES >= 100) console.log(report.text);
    expect(statuses).to.deep.equal(byPhp.statuses);
    expect(report.unexplained, report.text).to.equal(0);
    const rows = rowDifferences(byPhp.rows, await readRows(wordpress().database));
    expect(rows.slice(0, 20)).to.deep.equal([]);
  });
});
