import { expect } from 'chai';
import { createBrand } from '../../../core/site/index.ts';
import { createSite } from '../../../host/site.ts';
import { isLocalHost, isSafe } from '../../../plugins/application-passwords/availability.ts';
import { readBasic } from '../../../plugins/application-passwords/basic.ts';
import { isRedirectUrl } from '../../../plugins/application-passwords/redirect-url.ts';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('what travels with an application password', () => {
  it('reads login and password of the scheme Basic, colons and Unicode in the password too', () => {
    expect(readBasic(basic('alice:abcd efgh'))).to.eql({ login: 'alice', password: 'abcd efgh' });
    expect(readBasic(basic('zoë:a:b:ü'))).to.eql({ login: 'zoë', password: 'a:b:ü' });
    expect(readBasic(basic('alice:x').replace('Basic', 'bAsIc'))).to.eql({ login: 'alice', password: 'x' });
    expect(readBasic(basic(':'))).to.eql({ login: '', password: '' });
  });

  it('distinguishes an unreadable Basic header from one of another scheme', () => {
    for (const header of ['Basic', 'Basic ', 'Basic !!!', basic('no colon')])
      expect(readBasic(header), header).to.equal(null);
    for (const header of [null, '', 'Bearer abc', 'Basically abc', 'Digest x']) {
      expect(readBasic(header), String(header)).to.equal(undefined);
    }
  });

  it('takes a connection for safe over TLS and to a local host', () => {
    const here = createSite({ brand: createBrand(), home: 'http://localhost:8080' });
    const open = createSite({ brand: createBrand(), home: 'https://example.org' });
    const http = (serverName: string, tls = false) => ({
      serverName,
      tls,
      remoteAddress: '127.0.0.1',
      cookie: () => undefined,
    });
    for (const name of ['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]']) {
      expect(isSafe(http(name), here), name).to.equal(true);
    }
    for (const name of [
      'example.org',
      'localhost.example.org',
      'notlocalhost',
      '127.0.0.1.example.org',
      '10.0.0.1',
      '',
    ]) {
      expect(isLocalHost(name), name).to.equal(false);
      expect(isSafe(http(name), here), name).to.equal(false);
      expect(isSafe(http(name, true), here), name).to.equal(true);
    }
    expect(isSafe(undefined, here)).to.equal(true);
    // A client may name any host; on a site with a public address that says nothing.
    expect(isSafe(http('localhost'), open)).to.equal(false);
    expect(isSafe(http('example.org', true), open)).to.equal(true);
  });

  it('sends a secret to HTTPS, an application’s own scheme and a local host, and nowhere else', () => {
    const good = [
      'https://app.example/cb?x=1',
      'wordpress://app-login',
      'com.example.app:/cb',
      'http://localhost:3000/',
      'https://app.example/größe?x=1',
      'http://[::1]/',
    ];
    const bad = [
      '',
      '/path',
      '//app.example',
      'http://app.example/',
      'javascript:alert(1)',
      ' JAVASCRIPT:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://app.example/1',
      'https://app.example\\@evil.example/',
      'https://user:secret@app.example/',
      'https://app.example/a b',
      'https://app.example/\r\nSet-Cookie: a=b',
      'https:',
      `https://app.example/${'x'.repeat(2000)}`,
    ];
    for (const url of good) expect(isRedirectUrl(url), url).to.equal(true);
    for (const url of bad) expect(isRedirectUrl(url), url).to.equal(false);
  });
});
