import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { type PackageSite, packageSite, pluginManifest, textPlugin } from '../../support/package-site.ts';
import { ask } from '../echo.ts';

describe('a package that changes under load', () => {
  let site: PackageSite;
  let host: Host;
  let url: string;
  const errors: string[] = [];
  before(async () => {
    site = await packageSite();
    const plugins = { only: ['activation', 'health'], packages: site.folder };
    const ignore = () => undefined;
    const error = (_details: unknown, message: string) => void errors.push(message);
    const log = { debug: ignore, info: ignore, warn: ignore, error };
    host = await createHost({ database: 'sqlite::memory:', log, plugins });
    url = await host.listen(0);
    const { registry } = site;
    registry.publish(pluginManifest('tappet-plugin-hello', '1.0.0'), textPlugin('hello', '1.0.0', 'hello'));
    registry.publish(
      pluginManifest('tappet-plugin-hello', '1.1.0', { tappet: { capabilities: ['mail', 'network'] } }),
      textPlugin('hello', '1.1.0', 'good day', ['mail', 'network']),
    );
    registry.publish(
      pluginManifest('tappet-plugin-hello', '1.2.0', { tappet: { capabilities: ['mail', 'network'] } }),
      {
        'index.js': `throw new Error('broken');`,
      },
    );
  });
  after(async () => {
    await host.close();
    await site.close();
  });

  /** Asks again and again while `work` runs; returns each different answer in the order of the first of each. */
  const answersDuring = async (work: Promise<unknown>): Promise<unknown[]> => {
    let runs = true;
    const ended = work
      .catch((error: Error) => error.message)
      .finally(() => {
        runs = false;
      });
    const seen = new Set<unknown>();
    while (runs) {
      const { status, json } = await ask(`${url}/cms-json/hello/v1/text`);
      seen.add(status === 200 ? json : status);
    }
    seen.add(await ended.then((result) => (typeof result === 'string' ? result : 'done')));
    return [...seen];
  };
  const update = (approve: () => boolean, version: string) => host.packages.update('hello', approve, version);

  it('is installed without a failed request', async () => {
    const installed = host.packages.install('tappet-plugin-hello@1.0.0', () => false);
    expect(await answersDuring(installed)).to.deep.equal([404, 'hello', 'done']);
  });

  it('is asked about only what it may not yet, and stays as it was when that is refused', async () => {
    const asked: unknown[] = [];
    const refuse = (more: unknown) => {
      asked.push(more);
      return false;
    };
    expect(await answersDuring(host.packages.update('hello', refuse, '1.1.0'))).to.deep.equal([
      'hello',
      '"hello" 1.1.0 asks for mail, network, which was not approved',
    ]);
    expect(asked).to.deep.equal([{ plugin: 'hello', version: '1.1.0', capabilities: ['mail', 'network'] }]);
  });

  it('changes without a failed request', async () => {
    expect(await answersDuring(update(() => true, '1.1.0'))).to.deep.equal(['hello', 'good day', 'done']);
    expect(await ask(`${url}/cms-json/hello/v1/text`)).to.have.property('json', 'good day');
    expect(host.packages.find('hello').notes).to.deep.equal({ capabilities: ['mail', 'network'], previous: '1.0.0' });
  });

  it('goes on as it was when the next version does not run', async () => {
    const [answer, message] = await answersDuring(update(() => false, '1.2.0'));
    expect(answer).to.equal('good day');
    expect(message).to.match(/hello: cannot be loaded: index.js:1: broken/);
    expect(host.packages.find('hello')).to.include({ version: '1.1.0' });
  });

  it('goes back to the version before without a failed request', async () => {
    const seen = await answersDuring(host.packages.rollback('hello', () => false));
    expect(seen).to.deep.equal(['good day', 'hello', 'done']);
    expect(await ask(`${url}/cms-json/hello/v1/text`)).to.have.property('json', 'hello');
  });

  it('is left out, and its code not run, once npm alone has installed a version that may more', async () => {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', 'tappet-plugin-hello@1.2.0'], {
      cwd: site.folder,
    });
    const words =
      /hello: may not mail, network, which was not approved; tappet plugin install tappet-plugin-hello@1.2.0 asks for it$/;
    const { plugins } = host.settings;
    const next = await createHost({ database: 'sqlite::memory:', logLevel: 'silent', plugins });
    await host.reload();
    for (const { generation } of [next, host]) {
      expect(generation.skipped.map(({ why }) => why.message)).to.have.lengthOf(1);
      expect(generation.skipped[0]!.why.message).to.match(words);
    }
    await next.close();
    expect(errors).to.have.lengthOf(1);
    expect(errors[0])
      .to.match(/^plugin "hello" is left out: /)
      .and.match(words);
    expect(await ask(`${url}/cms-json/hello/v1/text`)).to.have.property('status', 404);
    expect(await ask(`${url}/readyz`)).to.have.property('status', 200);
  });

  it('stops nothing where package.json cannot be read, and the line says why', async () => {
    const file = join(site.folder, 'package.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, '{');
    const error = await host.reload().catch((reason: Error) => reason);
    expect(error)
      .to.have.property('message')
      .that.matches(/package.json cannot be read: .*; mend it/);
    expect(await ask(`${url}/readyz`)).to.have.property('status', 200);
    writeFileSync(file, text);
  });
});
