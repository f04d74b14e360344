import { expect } from 'chai';
import { createHost, definePlugin } from '../../../host/index.ts';
import { isAskable, isPublic } from '../../../plugins/public-web/addresses.ts';
import { createPublicWeb, PublicWeb } from '../../../plugins/public-web/public-web.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';

describe('the public web', () => {
  let site: OtherSite;
  const web = (alsoHosts = [site.host], timeout = 5000) => createPublicWeb({ alsoHosts, timeout });
  const failure = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
    } catch (error) {
      return (error as Error).message;
    }
    return 'none';
  };

  before(async () => {
    site = await startOtherSite((request, response) => {
      const [, page = '', to = ''] = (request.url ?? '').split('/', 3);
      if (page === 'to') response.writeHead(302, { Location: decodeURIComponent(to) }).end();
      else if (page === 'again') response.writeHead(302, { Location: '/again' }).end();
      else if (page === 'silent') return;
      else if (page === 'endless') response.writeHead(200).write('x'.repeat(5000));
      else response.writeHead(404, { 'Content-Type': 'text/Plain; charset=utf-8' }).end('gone');
    });
  });
  after(() => site.close());

  it('answers with what a site says, after redirects', async () => {
    const gone = { url: `${site.url}/gone`, status: 404, type: 'text/plain', text: 'gone' };
    expect(await web().get(`${site.url}/gone`, { bytes: 100 })).to.eql(gone);
    expect(await web().get(`${site.url}/to/%2Fgone`, { bytes: 100 })).to.eql(gone);
  });

  it('writes files for plugins that may use files alone', async () => {
    let asked: PublicWeb | undefined;
    const asker = definePlugin({
      name: 'asker',
      version: '1.0.0',
      description: 'Asks.',
      requires: { 'public-web': '*' },
      capabilities: ['network'],
      setup({ use }) {
        asked = use(PublicWeb);
      },
    });
    const host = await createHost({
      logLevel: 'silent',
      plugins: { only: [], folders: [asker], limitDefinitions: true },
      options: { 'public-web': { alsoHosts: [site.host] } },
    });
    expect((await asked!.get(`${site.url}/gone`, { bytes: 2 })).text).to.equal('go');
    expect(() => asked!.download(`${site.url}/gone`, { bytes: 2, path: '/nowhere' })).to.throw(
      "add capabilities: ['network', 'files']",
    );
    await host.close();
  });

  it('reads no more bytes than requested', async () => {
    expect((await web().get(`${site.url}/endless`, { bytes: 10 })).text).to.equal('xxxxxxxxxx');
    expect((await web().get(`${site.url}/gone`, { bytes: 2 })).text).to.equal('go');
  });

  it('does not wait for ever', async () => {
    expect(await failure(web([site.host], 50).get(`${site.url}/silent`, { bytes: 10 }))).to.not.equal('none');
    expect(await failure(web().get(`${site.url}/again`, { bytes: 10 }))).to.equal('there are too many redirects');
  });

  it('sends no request to a machine of its own network, by address, by name or after a redirect', async () => {
    const before = site.asked.length;
    const port = site.host.split(':')[1];
    for (const url of [site.url, `http://localhost:${port}/`, 'http://localhost./', `http://[::1]:${port}/`]) {
      expect(await failure(web([]).get(url, { bytes: 10 })), url).to.include('not of the public network');
    }
    expect(site.asked).to.have.length(before);
    const target = encodeURIComponent('http://127.0.0.2:80/x');
    expect(await failure(web().get(`${site.url}/to/${target}`, { bytes: 10 }))).to.include('127.0.0.2');
    expect(await failure(web([]).get('no url', { bytes: 10 }))).to.equal('it is no URL');
  });

  it('takes public addresses at the ports of public sites alone', () => {
    const askable = (url: string) => isAskable(new URL(url));
    for (const url of [
      'https://example.org/',
      'http://example.org:8080/',
      'http://93.184.216.34/',
      'http://[2606:4700::1]/',
    ]) {
      expect(askable(url), url).to.equal(true);
    }
    for (const url of [
      'ftp://example.org/',
      'file:///etc/passwd',
      'http://example.org:22/',
      'http://a:b@example.org/',
      'http://0x7f.1/',
      'http://2130706433/',
      'http://169.254.169.254/latest/',
      'http://[::ffff:127.0.0.1]/',
      'http://[fd00::1]/',
      'http://LOCALHOST/',
    ]) {
      expect(askable(url), url).to.equal(false);
    }
    expect(['10.1.2.3', '100.64.0.1', 'fe80::1', '2001:db8::1', 'name', ''].some(isPublic)).to.equal(false);
  });
});
