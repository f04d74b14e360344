import { expect } from 'chai';
import { RestRequest } from '../../../core/index.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a parameter that is set', () => {
  for (const [what, init] of [
    ['of JSON without a body', { headers: JSON_TYPE }],
    ['of JSON with an empty body', { headers: JSON_TYPE, body: '' }],
    ['of JSON that is no map', { headers: JSON_TYPE, body: 'null' }],
    ['of JSON', { headers: JSON_TYPE, body: '{"force":true}' }],
    ['of a form', { form: { force: 'true' } }],
    ['without a body', {}],
  ] as const) {
    it(`is there in a request ${what}`, () => {
      const request = new RestRequest('DELETE', '/t/v1/items/1', init);
      request.setParams('defaults', { context: 'view' });
      request.setParam('context', 'edit');
      expect(request.getParam('context')).to.equal('edit');
      expect(request.getParams()).to.include({ context: 'edit' });
    });
  }
});
