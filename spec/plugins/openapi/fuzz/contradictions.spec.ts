import { expect } from 'chai';
import { readFixture } from '../../../support/fixtures.ts';
import type { Served } from '../../../support/serve.ts';
import { contradictionsOf } from './contradictions.ts';
import { DEMANDED_FAILURES } from './demanded-failures.ts';
import type { FuzzRequest } from './requests.ts';

describe('failures that requests are answered with', () => {
  for (const { status, code, recorded, source } of DEMANDED_FAILURES) {
    it(`may be ${status} ${code}, as ${recorded ?? source}`, () => {
      if (recorded === undefined) return expect(source).to.be.a('string');
      const [scenario, step] = recorded.split('/');
      const { expect: expected } = readFixture(`scenarios/${scenario}.json`).steps.find(
        ({ id }: { id: string }) => id === step,
      );
      return expect(expected).to.include({ status, code });
    });
  }

  const described = (codes: readonly string[]) => ({
    description: '',
    content: { 'application/json': { schema: { properties: { code: { examples: codes } } } } },
  });
  const responses = { 501: described(['rest_trash_not_supported']), default: described([]) };
  const operation = { operationId: 'deleteThing', responses };
  const contradiction = contradictionsOf({ paths: { '/things/{id}': { delete: operation } } });
  const heldAgainst = (status: number, code: string) => {
    const request = { operation: { method: 'DELETE', path: '/things/{id}', parameters: [], operation }, isValid: true };
    const json = { code, message: '', data: null };
    return contradiction(request as unknown as FuzzRequest, { status, json, text: JSON.stringify(json) } as Served);
  };

  it('are none of the host where the interface demands them, and the document lists them', () => {
    expect(heldAgainst(501, 'rest_trash_not_supported')).to.equal(undefined);
  });

  for (const [what, status, code, found] of [
    ['has another code', 501, 'rest_no_such_thing', 'status 501: {"code":"rest_no_such_thing"'],
    ['has another status', 500, 'rest_trash_not_supported', 'status 500: {"code":"rest_trash_not_supported"'],
    ['the document does not list', 500, 'empty_term_name', 'status 500 empty_term_name is not described'],
    ['is not demanded', 500, 'rest_internal_error', 'status 500: {"code":"rest_internal_error"'],
  ] as const) {
    it(`are found where one ${what}`, () => expect(heldAgainst(status, code)).to.include(found));
  }
});
