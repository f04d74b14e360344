import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import sharp from 'sharp';
import { FaultSite } from './fault-site.ts';
import { TinyDisk } from './tiny-disk.ts';

const JPEG = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="noise.jpg"' };

/** A picture that takes a megabyte. */
const picture = () => {
  const [width, height] = [1000, 1000];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'red', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
};

describe('a disk that is full', () => {
  let disk: TinyDisk;
  let site: FaultSite;
  let url: string;
  let authorization: string;
  let image: Buffer;
  const { TMPDIR } = process.env;

  before(async function () {
    const made = TinyDisk.make(24);
    if (made === undefined) {
      // Only root makes disks.
      this.skip();
    }
    disk = made;
    process.env.TMPDIR = disk.folder;
    site = await FaultSite.start({}, disk.folder);
    authorization = await site.authorization();
    url = await site.host.listen(0, '127.0.0.1');
    image = await picture();
  });
  after(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    disk?.empty();
    await site?.close();
    disk?.remove();
  });
  afterEach(() => disk?.empty());

  /** Uploads over HTTP; answers with the status and the code. */
  const upload = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body, headers: { authorization, ...headers } };
    const answer = await fetch(`${url}/cms-json/cms/v2/media`, init);
    return {
      status: answer.status,
      retry: answer.headers.get('retry-after'),
      json: (await answer.json()) as { code?: string },
    };
  };
  const form = () => {
    const data = new FormData();
    data.append('file', new Blob([image as never], { type: 'image/jpeg' }), 'noise.jpg');
    return data;
  };
  const stored = () =>
    readdirSync(site.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /jpg$/.test(name));

  it('is told of with 507 by uploads, as bytes and as a form, and leaves none of their files', async () => {
    const before = stored();
    const bytes = [JPEG, { ...JPEG, 'content-type': 'application/octet-stream' }];
    for (const left of [0, 500_000]) {
      disk.fill(left);
      for (const answer of [
        await upload(form()),
        ...(await Promise.all(bytes.map((head) => upload(image as never, head)))),
      ]) {
        expect([answer.status, answer.retry]).to.eql([507, '60']);
        expect(answer.json.code).to.match(/^rest_(?:storage_failed|database_full)$/);
      }
      disk.empty();
    }
    expect(site.errors).to.include('the disk is full');
    expect(stored()).to.eql(before);
    expect((await upload(form())).status).to.equal(201);
  });

  it('is told of with 507 by writes, of which each knows whether it is stored, while reads go on', async () => {
    disk.fill(400_000);
    const statuses: number[] = [];
    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => site.write(at % 2 === 0 ? 30_000 : 200)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(new Set(statuses)).to.eql(new Set([201, 507]));
    expect((await site.ask('GET', '/posts')).status).to.equal(200);
    disk.empty();
    expect((await site.write()).status).to.equal(201);
    expect(await site.stored()).to.eql([...site.acknowledged].sort());
    const { rows } = await sql`pragma integrity_check`.execute(site.database.db);
    expect(rows).to.eql([{ integrity_check: 'ok' }]);
    expect(readdirSync(join(site.folder))).to.include('tappet.db');
  });
});
