import { type HealthTest, securityResult } from '../health-test.ts';

/** What the request has to carry: `user` and `pwd`, as it is recorded of the reference. */
const EXPECTED = `Basic ${Buffer.from('user:pwd').toString('base64')}`;

/** Whether the header by which applications sign in reaches the site through what stands in front of it. */
export const authorizationHeader: HealthTest = {
  name: 'authorization_header',
  run(request) {
    const found = request.getHeader('Authorization');
    if (found === EXPECTED) {
      const text = 'Applications can sign in with the header that they send.';
      return securityResult('good', 'The Authorization header arrives', text);
    }
    const label = `The Authorization header ${found === null ? 'is missing' : 'is invalid'}`;
    const text =
      'Without it, applications cannot sign in with application passwords. The test expects the user “user” with the password “pwd”; a proxy in front of the site has to pass the header on.';
    return securityResult('recommended', label, text);
  },
};
