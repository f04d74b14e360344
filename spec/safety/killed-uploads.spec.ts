import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { createHost } from '../../host/index.ts';
import { Database } from '../../plugins/database/index.ts';
import { ServingProcess } from '../support/serving-process.ts';
import { until } from '../support/until.ts';
import { FaultSite } from './fault-site.ts';

const WRITERS = 6;

describe('a process that is killed while it takes uploads', () => {
  let site: FaultSite;
  let address: string;
  let next: ServingProcess;
  let killed: number;
  const acknowledged: string[] = [];

  before(async () => {
    site = await FaultSite.start();
    const authorization = await site.authorization();
    const args = await site.stop();
    const create = { width: 700, height: 500, channels: 3, background: 'teal' } as const;
    const image = await sharp({ create }).jpeg().toBuffer();
    const process = await ServingProcess.start(site.folder, ...args);
    killed = process.id;
    address = `${process.address}/cms-json/cms/v2/media`;
    const upload = async (): Promise<void> => {
      const body = new FormData();
      body.append('file', new Blob([image as never], { type: 'image/jpeg' }), 'photo.jpg');
      const answer = await fetch(address, { method: 'POST', headers: { authorization }, body });
      acknowledged.push(((await answer.json()) as { source_url: string }).source_url.split('/uploads/')[1]!);
      return upload();
    };
    const uploads = Promise.allSettled(Array.from({ length: WRITERS }, upload));
    await until(() => acknowledged.length > WRITERS);
    await process.kill();
    await uploads;
    // A process that is killed before its first answer, and what an administrator has put there.
    writeFileSync(join(site.folder, 'uploads', 'by-hand.txt'), 'Mine.');
    next = await ServingProcess.start(site.folder, ...args);
  });
  after(async () => {
    await next.kill();
    rmSync(join(tmpdir(), temporaryOf(next.id)[0] ?? 'none'), { recursive: true, force: true });
    rmSync(site.folder, { recursive: true });
  });

  const temporaryOf = (pid: number) =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`tappet-${hostname()}-${pid}-`));

  it('leaves no temporary files, once another one has started', () => {
    expect(temporaryOf(killed)).to.eql([]);
    expect(temporaryOf(next.id)).to.have.length(1);
  });

  it('leaves no file without a record, and no other file is touched', async () => {
    const uploads = join(site.folder, 'uploads');
    for (const path of acknowledged) expect(existsSync(join(uploads, path)), path).to.equal(true);
    const host = await createHost({ database: `sqlite:${join(site.folder, 'tappet.db')}`, logLevel: 'silent' });
    const { db } = host.generation.services.get('spec', Database);
    const meta = await db.selectFrom('postmeta').select('meta_value').execute();
    await host.close();
    const recorded = meta.map(({ meta_value }) => meta_value).join('\n');
    const files = readdirSync(uploads, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).filter((name) => !recorded.includes(name))).to.eql(['by-hand.txt']);
  });
});
