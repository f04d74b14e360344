import { expect } from 'chai';
import { Components } from '../../../plugins/openapi/components.ts';

describe('the schemas that a document names', () => {
  const nameOf = (components: Components, preferred: string, schema = {}) =>
    String(components.add(preferred, schema).$ref).replace('#/components/schemas/', '');

  it('have one name for one schema, and a number for another of the same name', () => {
    const components = new Components();
    const names = [{ type: 'string' }, { type: 'string' }, { type: 'number' }, { type: 'number' }].map((schema) =>
      nameOf(components, 'Thing', schema),
    );
    expect(names).to.deep.equal(['Thing', 'Thing', 'Thing2', 'Thing2']);
    expect(components.schemas).to.have.all.keys('Thing', 'Thing2');
  });

  it('have names that can stand in TypeScript, and mean nothing else there', () => {
    const components = new Components();
    const names = ['', '3dModel', 'Record', 'Array', 'Operations'].map((preferred) => nameOf(components, preferred));
    expect(names).to.deep.equal(['Schema', 'Schema3dModel', 'RecordItem', 'ArrayItem', 'OperationsItem']);
  });
});
