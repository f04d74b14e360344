import { expect } from 'chai';
import { readSettings } from '../../host/config/index.ts';
import { forwardedReader, isNetwork, type TrustedProxies } from '../../host/http/trusted-proxies.ts';
import { createHost, definePlugin, type Host } from '../../host/index.ts';
import { ask } from './echo.ts';

describe('what proxies say of a client', () => {
  const ipOf = (proxies: TrustedProxies, remote: string, header: string) =>
    forwardedReader(proxies)(remote, { for: header, protocol: '', host: '' }).ip;

  const rows: [proxies: TrustedProxies, remote: string, header: string, ip: string][] = [
    [false, '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    [[], '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    [0, '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    // The client wrote the first address itself.
    [true, '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    [1, '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    [2, '127.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [2, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    [['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '1.1.1.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    [['127.0.0.1', '10.0.0.0/8'], '::ffff:127.0.0.1', '1.1.1.1, 203.0.113.9,10.1.2.3', '203.0.113.9'],
    [['127.0.0.1'], '127.0.0.1', '1.1.1.1, 10.1.2.3', '10.1.2.3'],
    [['127.0.0.1'], '192.0.2.7', '1.1.1.1', '192.0.2.7'],
    [['fd00::/8', '::1'], '::1', '2001:db8::5, fd00::1', '2001:db8::5'],
    [['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '10.0.0.5', '10.0.0.5'],
    [1, '127.0.0.1', 'unknown', '127.0.0.1'],
    [2, '127.0.0.1', '1.1.1.1, <script>, 10.0.0.1', '10.0.0.1'],
    [1, '127.0.0.1', '', '127.0.0.1'],
  ];
  for (const [proxies, remote, header, ip] of rows) {
    it(`is ${ip} for "${header}" from ${remote}, with ${JSON.stringify(proxies)}`, () =>
      expect(ipOf(proxies, remote, header)).to.equal(ip));
  }

  it('takes scheme and host of the outermost proxy that is believed', () => {
    const of = (proxies: TrustedProxies, header: string, protocol: string) =>
      forwardedReader(proxies)('127.0.0.1', { for: header, protocol, host: '' }).protocol;
    expect(of(1, '203.0.113.9', 'https')).to.equal('https');
    expect(of(1, '203.0.113.9', 'https, http')).to.equal('http');
    expect(of(2, '203.0.113.9, 10.0.0.1', 'https, http')).to.equal('https');
    expect(of(2, '203.0.113.9, 10.0.0.1', 'https')).to.equal('https');
    expect(of(1, '', 'HTTPS')).to.equal('https');
    expect(of(false, '203.0.113.9', 'https')).to.equal(undefined);
    expect(of(['10.0.0.0/8'], '203.0.113.9', 'https')).to.equal(undefined);
  });

  it('is of addresses and networks', () => {
    for (const good of ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])
      expect(isNetwork(good), good).to.equal(true);
    for (const bad of ['', 'localhost', '10.0.0.0/33', '10.0.0/8', '::/129', '1.2.3.4/', 5, null])
      expect(isNetwork(bad), String(bad)).to.equal(false);
  });

  it('is a setting: how many, or which', async () => {
    const read = async (text: string) => (await readSettings({ environment: { TAPPET_TRUST_PROXY: text } })).trustProxy;
    expect(await read('2')).to.equal(2);
    expect(await read('true')).to.equal(true);
    expect(await read('off')).to.equal(false);
    expect(await read('127.0.0.1, 10.0.0.0/8')).to.eql(['127.0.0.1', '10.0.0.0/8']);
    for (const bad of ['nginx', '10.0.0.0/40', '17']) {
      const message = await read(bad).then(String, (error: Error) => error.message);
      expect(message, bad).to.match(/^environment: TAPPET_TRUST_PROXY must be true, false, how many proxies/);
    }
  });

  describe('over HTTP', () => {
    let host: Host;
    afterEach(() => host.close());
    const tell = definePlugin({
      name: 'tell',
      version: '1.0.0',
      description: 'Tells what it knows of a client.',
      setup: ({ hooks }) =>
        hooks.action('http_routes').tap('tell', (router) =>
          router.get('/tell', (http) => {
            http.body = { ip: http.ip, secure: http.secure, host: http.host };
          }),
        ),
    });
    const told = async (trustProxy: TrustedProxies, headers: Record<string, string>) => {
      host = await createHost({ logLevel: 'silent', trustProxy, plugins: { only: [], folders: [tell] } });
      const url = await host.listen(0, '127.0.0.1');
      const { json } = await ask(`${url}/tell`, { headers });
      return { ...json, host: json.host === new URL(url).host ? 'own' : json.host };
    };
    const headers = {
      'X-Forwarded-For': '1.1.1.1, 203.0.113.9',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'site.example',
    };

    it('is believed of a proxy that is trusted', async () => {
      expect(await told(['127.0.0.1'], headers)).to.eql({ ip: '203.0.113.9', secure: true, host: 'site.example' });
    });

    it('means nothing from elsewhere', async () => {
      const own = { ip: '127.0.0.1', secure: false, host: 'own' };
      for (const proxies of [false, ['10.0.0.0/8']]) {
        expect(await told(proxies, headers)).to.eql(own);
        await host.close();
      }
      expect(await told(['127.0.0.1'], {})).to.eql(own);
    });
  });
});
