import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { clientModule } from './client.ts';

/** The words that a shell makes of a command line, in place of running it. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }; ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('what the explorer copies', () => {
  const POST = {
    method: 'POST',
    url: 'http://a.example/cms-json/x',
    body: `{"a":"it's $(b) \\"c\\""}`,
    anonymous: false,
  };

  it('is a command whose every word a POSIX shell passes on as it is', async () => {
    const { asCurl } = await clientModule('copy');
    expect(wordsOf(asCurl(POST, "o'hara"))).to.eql([
      '-X',
      'POST',
      '-u',
      "o'hara:APPLICATION PASSWORD",
      '-H',
      'Content-Type: application/json',
      '--data-binary',
      POST.body,
      POST.url,
    ]);
  });

  it('quotes any text', async () => {
    const { shellWord } = await clientModule('copy');
    const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\0'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        expect(wordsOf(`curl ${texts.map(shellWord).join(' ')}`)).to.eql(texts);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves the name out of anonymous requests, and keeps curl from reading ranges into an address', async () => {
    const { asCurl } = await clientModule('copy');
    const call = { method: 'GET', url: 'http://a.example/?a[b]=1', anonymous: true };
    expect(wordsOf(asCurl(call, 'admin'))).to.eql(['--globoff', call.url]);
  });

  it('is JavaScript that sends the same', async () => {
    const { asFetch } = await clientModule('copy');
    const sent: unknown[] = [];
    const fake = async (...args: unknown[]) => {
      sent.push(args);
      return { text: async () => 'fresh', status: 200 };
    };
    const text = asFetch(POST, { nonceUrl: 'http://a.example/nonce', nonceHeader: 'X-CMS-Nonce' });
    await new Function('fetch', 'console', `return (async () => { ${text} })();`)(fake, { log: () => undefined });
    expect(sent).to.eql([
      ['http://a.example/nonce'],
      [
        POST.url,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-CMS-Nonce': 'fresh' },
          body: JSON.stringify(JSON.parse(POST.body)),
        },
      ],
    ]);
  });
});
