import { expect } from 'chai';
import { serverAddress } from '../../../plugins/mail/transports/server-address.ts';

describe('the address of a mail server', () => {
  const read = (text: string) => serverAddress(text, 'options.mail.url');

  it('is over TLS from its start or by STARTTLS, on the standard ports', () => {
    expect(read('smtp://mail.example')).to.eql({ host: 'mail.example', port: 587, secure: false, auth: undefined });
    expect(read('smtps://mail.example')).to.include({ port: 465, secure: true });
    expect(read('smtp://[::1]:2525')).to.include({ host: '::1', port: 2525 });
  });

  it('has a user and a password, percent-encoded', () => {
    expect(read('smtp://a%40b:p%2F%3Aw@mail.example').auth).to.eql({ user: 'a@b', pass: 'p/:w' });
  });

  for (const [text, what] of [
    ['mail.example', 'no address'],
    ['http://mail.example', 'another scheme'],
    ['smtp://', 'no (?:server|address)'],
    ['smtp://mail.example/secret', 'behind the server'],
    ['smtp://mail.example?secret=1', 'behind the server'],
    ['smtp://user@mail.example', 'both or none'],
    ['smtp://user:%ZZsecret@mail.example', '%25'],
  ] as const) {
    it(`is refused in one line that tells no secret: ${text}`, () => {
      const line = new RegExp(`^mail: options\\.mail\\.url must be an address like [^\\n]*${what}[^\\n]*$`);
      expect(() => read(text))
        .to.throw(line)
        .with.property('message')
        .not.include('secret');
    });
  }
});
