import { expect } from 'chai';
import { HookRegistry } from '../../../core/hooks/index.ts';
import { asyncFilter, filter } from '../../../core/index.ts';

const NOTES: { params: [string]; meaning: string } = { params: ['value'], meaning: 'Of a spec.' };

describe('a name that fits several declared patterns', () => {
  const registry = () => new HookRegistry({ onFailure: () => undefined });

  it('is of the most specific one, whichever was declared first', () => {
    const hooks = registry();
    hooks.declare('wide', { 'rest_{x}': filter<[value: string]>(NOTES) });
    hooks.declare('posts', { 'rest_prepare_{post_type}': asyncFilter<[value: string]>(NOTES) });
    expect(hooks.get('rest_prepare_post').declaration.timing).to.equal('async');
    expect(hooks.get('rest_other').declaration.timing).to.equal('sync');
  });

  it('is of its own declaration before any pattern', () => {
    const hooks = registry();
    hooks.declare('posts', { 'rest_prepare_{post_type}': asyncFilter<[value: string]>(NOTES) });
    hooks.declare('own', { rest_prepare_post: filter<[value: string]>(NOTES) });
    expect(hooks.get('rest_prepare_post').declaration.timing).to.equal('sync');
  });

  it('still decides when a closer declaration does not', () => {
    const hooks = registry();
    hooks.declare('guard', { 'may_{act}': filter<[value: boolean]>({ ...NOTES, decides: true }) });
    hooks.declare('other', { may_publish: filter<[value: boolean]>(NOTES), 'may_pub{x}': filter<[boolean]>(NOTES) });
    expect(hooks.get('may_publish').declaration.decides).to.equal(true);
  });

  it('still requires a capability when a closer declaration requires none', () => {
    const hooks = registry();
    hooks.declare('guard', { 'read_{what}': filter<[value: string]>({ ...NOTES, requiredPermissions: 'users:read' }) });
    hooks.declare('other', { read_names: filter<[value: string]>(NOTES) });
    expect(hooks.get('read_names').declaration.requiredPermissions).to.equal('users:read');
  });
});
