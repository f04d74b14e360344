import { expect } from 'chai';
import type { HttpContext } from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import { createSite } from '../../../host/site.ts';
import { isFromOwnPage, ownAddress } from '../../../plugins/sessions/origin.ts';

const site = createSite({ brand: createBrand(), home: 'http://localhost/blog' });
const asked = (headers: Record<string, string> = {}): HttpContext =>
  ({ secure: false, host: '127.0.0.1:8080', get: (name: string) => headers[name] ?? '' }) as HttpContext;

describe('what counts as the own site', () => {
  it('is the configured address and the one that the request was sent to', () => {
    const own = {
      '/page?a=1#b': 'http://localhost/page?a=1#b',
      page: 'http://localhost/blog/page',
      'http://localhost/page': 'http://localhost/page',
      'http://127.0.0.1:8080/x': 'http://127.0.0.1:8080/x',
      '//localhost//evil.example': 'http://localhost//evil.example',
    };
    for (const [url, whole] of Object.entries(own)) expect(ownAddress(url, asked(), site), url).to.equal(whole);
  });

  it('is no other host, port or scheme, however it is spelled', () => {
    const others = [
      '',
      '//evil.example',
      '/\\evil.example',
      '\t//evil.example',
      'https://evil.example/',
      'https://localhost/',
      'http://localhost:81/',
      'http://localhost@evil.example/',
      'http://localhost.evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:http://localhost/x',
      'http://[',
    ];
    for (const url of others) expect(ownAddress(url, asked(), site), url).to.equal(undefined);
  });

  it('is where a form came from, by its Origin, or failing that if no browser says otherwise', () => {
    const own: Record<string, string>[] = [
      {},
      { Origin: 'http://localhost' },
      { Origin: 'http://127.0.0.1:8080' },
      { 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const headers of own) expect(isFromOwnPage(asked(headers), site)).to.equal(true);
    const others: Record<string, string>[] = [
      { Origin: 'null' },
      { Origin: 'https://localhost' },
      { Origin: 'http://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of others) expect(isFromOwnPage(asked(headers), site)).to.equal(false);
  });
});
