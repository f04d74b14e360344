import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { type CurrentUser, isRestError, RequestContext, type RestError, RestRequest } from '../../../core/index.ts';
import database from '../../../plugins/database/index.ts';
import meta, { MetaRegistry, MetaStore } from '../../../plugins/meta/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { userWith } from '../../support/serve.ts';

describe('the field of metadata', () => {
  let generation: Generation;
  let registry: MetaRegistry;
  let store: MetaStore;
  let nextId = 1;

  beforeEach(async () => {
    generation = await buildTestGeneration([database, meta], { options: { database: { url: 'sqlite::memory:' } } });
    registry = generation.services.get('spec', MetaRegistry);
    store = generation.services.get('spec', MetaStore);
    nextId++;
  });
  afterEach(() => generation.dispose());

  const request = (user: CurrentUser = userWith()) =>
    new RestRequest('POST', '/', { context: new RequestContext({ user }) });
  const read = async () => {
    const values = (await store.load('post', [nextId])).get(nextId)!;
    return JSON.parse(JSON.stringify(registry.metaValue('post', 'page', values, request())));
  };
  const write = (input: unknown, user?: CurrentUser, object?: unknown): Promise<RestError | undefined> =>
    registry.updateMeta('post', 'page', nextId, input, request(user), object).then(
      () => undefined,
      (error: unknown) => {
        if (isRestError(error)) return error;
        throw error;
      },
    );
  const show = (key: string, more: object = {}) =>
    registry.register('post', key, { type: 'string', single: true, show_in_rest: true, ...more });

  it('takes values of up to a megabyte', async () => {
    show('note', { auth_callback: () => true });
    expect(await write({ note: 'a'.repeat(2 ** 20 - 20) })).to.equal(undefined);
    const refused = await write({ note: 'é'.repeat(2 ** 19 + 1) });
    expect([refused?.code, refused?.status]).to.deep.equal(['rest_invalid_param', 400]);
  });

  it('is an empty list, and describes no properties, where nothing is registered', async () => {
    registry.register('post', 'hidden', { type: 'string' });
    expect(await read()).to.eql([]);
    const { arg_options: _, description: __, ...schema } = registry.metaSchema('post', 'page');
    expect(schema).to.eql({ type: 'object', context: ['view', 'edit'], properties: [] });
  });

  it('accepts lists and maps alone', () => {
    const check = registry.metaSchema('post', 'page').arg_options!.validate_callback!;
    expect([{}, [], 'x', 5].map((value) => check(value, request(), 'meta'))).to.eql([true, true, false, false]);
  });

  it('has the keys of all subtypes and those of its own', async () => {
    show('all');
    show('pages', { object_subtype: 'page' });
    show('posts', { object_subtype: 'post' });
    expect(await read()).to.eql({ all: '', pages: '' });
  });

  it('describes a key by its type, its default and further schema', () => {
    show('colour', {
      description: 'A colour.',
      default: 'red',
      show_in_rest: { name: 'hue', schema: { enum: ['red', 'blue'] } },
    });
    show('sizes', { type: 'integer', single: false });
    show('place', { type: 'object', show_in_rest: { schema: { properties: { x: { type: 'integer' } } } } });
    expect(registry.metaSchema('post', 'page').properties).to.eql({
      hue: { type: 'string', description: 'A colour.', enum: ['red', 'blue'], default: 'red' },
      sizes: { type: 'array', items: { type: 'integer', description: '', default: 0 } },
      place: {
        type: 'object',
        description: '',
        properties: { x: { type: 'integer' } },
        additionalProperties: false,
        default: [],
      },
    });
  });

  it('refuses a list that does not say of what it is', () => {
    expect(() => show('list', { type: 'array' })).to.throw(TypeError, 'show_in_rest.schema.items');
  });

  it('shows defaults where nothing is stored, and nothing of an empty type without one', async () => {
    show('text', { default: 'x' });
    show('number', { type: 'integer' });
    show('flag', { type: 'boolean' });
    show('texts', { single: false });
    show('numbers', { type: 'integer', single: false, default: 7 });
    show('date', { show_in_rest: { schema: { type: ['string', 'null'], default: null } } });
    expect(await read()).to.eql({ text: 'x', number: 0, flag: false, texts: [], numbers: [7], date: null });
  });

  it('brings stored values into their type, and hides those that do not fit', async () => {
    show('number', { type: 'integer' });
    show('flag', { type: 'boolean' });
    show('bad', { type: 'integer' });
    await store.set('post', nextId, 'number', '12');
    await store.set('post', nextId, 'flag', '');
    await store.set('post', nextId, 'bad', 'twelve');
    expect(await read()).to.eql({ number: 12, flag: false, bad: null });
  });

  it('prepares values with a function of the registration', async () => {
    show('loud', { show_in_rest: { prepare_callback: (value: unknown) => `${value}!` } });
    await store.set('post', nextId, 'loud', 'hey');
    expect(await read()).to.eql({ loud: 'hey!' });
  });

  it('stores single values, lists of values and composite ones, and ignores unknown names', async () => {
    show('text');
    show('texts', { single: false });
    show('place', { type: 'object', show_in_rest: { schema: { properties: { x: { type: 'integer' } } } } });
    expect(await write({ text: 'a', texts: ['b', 'c'], place: { x: '4' }, constructor: 'x' })).to.equal(undefined);
    expect(await read()).to.eql({ text: 'a', texts: ['b', 'c'], place: { x: 4 } });
    expect(await store.get('post', nextId, 'texts')).to.eql(['b', 'c']);
  });

  it('adds and removes values of a list, and leaves equal ones alone', async () => {
    show('texts', { single: false });
    await write({ texts: ['a', 'b', 'b', 'c'] });
    await write({ texts: ['b', 'c', 'd'] });
    expect((await store.get('post', nextId, 'texts')).sort()).to.eql(['b', 'c', 'd']);
    await write({ texts: [] });
    expect(await store.get('post', nextId, 'texts')).to.eql([]);
  });

  it('cleans values by the registration before they are stored', async () => {
    show('text', { sanitize_callback: (value: unknown) => String(value).toUpperCase() });
    await write({ text: 'abc' });
    expect(await read()).to.eql({ text: 'ABC' });
  });

  it('removes a key for null', async () => {
    show('text');
    await write({ text: 'a' });
    expect(await write({ text: null })).to.equal(undefined);
    expect(await store.get('post', nextId, 'text')).to.eql([]);
  });

  it('answers 400 rest_invalid_stored_value for null where a stored value does not fit, or among the values of a list', async () => {
    show('number', { type: 'integer' });
    show('texts', { single: false });
    await store.set('post', nextId, 'number', 'many');
    expect(await write({ number: null })).to.include({ code: 'rest_invalid_stored_value', status: 400 });
    expect(await write({ texts: ['a', null] })).to.include({ code: 'rest_invalid_stored_value', status: 400 });
  });

  it('answers 400 rest_invalid_param for a value that does not fit, naming the property', async () => {
    show('number', { type: 'integer' });
    const error = await write({ number: 'many' });
    expect(error?.code).to.equal('rest_invalid_param');
    expect(error?.data).to.include({ status: 400, param: 'meta.number' });
  });

  it('answers with the first refusal and has the others in it; what fits is stored', async () => {
    show('one', { type: 'integer' });
    show('two', { type: 'boolean' });
    show('three');
    const error = await write({ one: 'x', two: 'maybe', three: 'kept' });
    expect(error?.data?.param).to.equal('meta.one');
    expect(error?.additionalErrors?.map(({ data }) => data?.param)).to.eql(['meta.two']);
    expect(await store.get('post', nextId, 'three')).to.eql(['kept']);
  });

  it('answers 403 rest_cannot_update and rest_cannot_delete for protected keys, 401 to the anonymous', async () => {
    show('_protected', { show_in_rest: { name: 'open' } });
    const error = await write({ open: 'x' });
    expect(error).to.include({ code: 'rest_cannot_update', status: 403 });
    expect(error?.data?.key).to.equal('open');
    expect(await write({ open: null })).to.include({ code: 'rest_cannot_delete', status: 403 });
    expect(await write({ open: 'x' }, { id: 0, can: () => false })).to.include({ status: 401 });
  });

  it('lets the registration decide who may write', async () => {
    const asked: unknown[][] = [];
    show('_mine', {
      auth_callback: (...args: unknown[]) => {
        asked.push(args);
        return (args[3] as CurrentUser).can('manage_options');
      },
    });
    const boss = userWith('manage_options');
    expect(await write({ _mine: 'x' }, boss)).to.equal(undefined);
    expect(await write({ _mine: 'y' })).to.include({ code: 'rest_cannot_update' });
    expect(asked[0]).to.eql([false, '_mine', nextId, boss]);
    expect(await read()).to.eql({ _mine: 'x' });
  });

  it('asks whether the object may be edited when it is given', async () => {
    show('text');
    expect(await write({ text: 'x' }, userWith(), { id: 5 })).to.include({ code: 'rest_cannot_update' });
    expect(await write({ text: 'x' }, userWith('edit_post'), { id: 5 })).to.equal(undefined);
  });
});
