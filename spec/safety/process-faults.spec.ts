import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { ServingProcess } from '../support/serving-process.ts';
import { until } from '../support/until.ts';
import { FaultSite } from './fault-site.ts';

/** How many files the process may have open, of which it needs about forty itself. */
const FILES = 90;
/** The user that has no rights, as which the process runs where root runs the specs. */
const NOBODY = 65_534;

describe('a process that is kept from files', () => {
  let site: FaultSite;
  let process: ServingProcess;
  let authorization: string;
  let uploads: string;
  const isRoot = globalThis.process.getuid?.() === 0;

  before(async () => {
    site = await FaultSite.start();
    authorization = await site.authorization();
    const args = await site.stop();
    uploads = join(site.folder, 'uploads');
    mkdirSync(uploads, { recursive: true });
    writeFileSync(join(uploads, 'note.txt'), 'There it is.');
    if (isRoot)
      for (const name of ['', ...readdirSync(site.folder)]) chownSync(join(site.folder, name), NOBODY, NOBODY);
    process = await ServingProcess.limited({ files: FILES, ...(isRoot ? { user: NOBODY } : {}) }, site.folder, ...args);
  });
  after(async () => {
    await process.kill();
    rmSync(site.folder, { recursive: true });
  });

  const upload = () =>
    fetch(`${process.address}/cms-json/cms/v2/media`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' },
      body: 'Some words.',
    });

  it('tells of a folder in which it may not write with 503, until it may', async () => {
    chmodSync(uploads, 0o555);
    if (isRoot) chownSync(uploads, 0, 0);
    const refused = await upload();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).to.eql([503, 'rest_storage_failed']);
    expect(process.output).to.contain('a file or folder may not be opened');
    expect((await fetch(`${process.address}/cms-content/uploads/note.txt`)).status).to.equal(200);
    chmodSync(uploads, 0o755);
    if (isRoot) chownSync(uploads, NOBODY, NOBODY);
    expect((await upload()).status).to.equal(201);
  });

  it('tells of too few file handles with 503, until there are enough', async () => {
    const { hostname, port } = new URL(process.address);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    /** Asks by the one connection that is there already. */
    const ask = (path: string): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const request = get({ agent, hostname, port, path }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode!, text }));
        });
        request.on('error', reject);
      });
    const file = '/cms-content/uploads/note.txt';
    expect((await ask(file)).status).to.equal(200);
    const open = () => connect(Number(port), hostname).on('error', () => undefined);
    const sockets: Socket[] = Array.from({ length: FILES }, open);
    try {
      let answer = await ask(file);
      await until(async () => {
        // A handle that was in use when all others were taken is free again.
        sockets.push(open(), open());
        answer = await ask(file);
        return answer.status !== 200;
      });
      expect([answer.status, answer.text]).to.eql([
        503,
        'The site could not read or store what this takes. Try again later.',
      ]);
      // The line comes by another way than the answer, and may come later.
      await until(() => process.output.includes('there are too few file handles'));
      expect((await ask('/cms-json/cms/v2/posts')).status).to.equal(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await until(async () => (await ask(file)).status === 200);
    agent.destroy();
    expect((await fetch(process.address)).status).to.equal(200);
  });
});
