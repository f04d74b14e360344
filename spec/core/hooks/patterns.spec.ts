import { expect } from 'chai';
import { HookRegistry, PluginHooks } from '../../../core/hooks/index.ts';
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

describe('a pattern taken for one of the other kind', () => {
  it('is refused with its kind, and found as what it is afterwards', () => {
    const hooks = new HookRegistry({ onFailure: () => undefined });
    hooks.declare('posts', { 'rest_prepare_{post_type}': asyncFilter<[value: string]>(NOTES) });
    // biome-ignore lint/suspicious/noExplicitAny: what types refuse.
    const view: any = new PluginHooks(hooks, 'spec');
    const pattern = 'rest_prepare_{post_type}';
    expect(() => view.action(pattern).for('post')).to.throw(TypeError, 'is a filter; use hooks.filter()');
    expect(view.filter(pattern).for('post').name).to.equal('rest_prepare_post');
  });
});
