import { expect } from 'chai';
import { RestRequest, RestResponse } from '../../core/index.ts';
import { lazyJsonArray } from '../../core/rest/index.ts';
import { FieldFilter } from '../../plugins/fields/field-filter.ts';
import fields from '../../plugins/fields/index.ts';
import { RequestedFields } from '../../plugins/fields/requested-fields.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { samplePlugin, serve } from '../support/serve.ts';

const tags = ['one', 'two', { a: 1, b: 2 }];
const item = { id: 1, name: 'x', tags, sub: { a: 1, b: { c: 2, d: 3 } } };

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/item', { methods: 'GET, POST', callback: () => ({ ...item }) });
  server.registerRoute('t/v1', '/items', { callback: () => [item, { id: 2 }, 'text'] });
  const written = [item, { id: 2 }, 'text'].map((one) => JSON.stringify(one));
  server.registerRoute('t/v1', '/written', { callback: () => new RestResponse(lazyJsonArray(written)) });
  server.registerRoute('t/v1', '/text', { callback: () => 'text' });
  server.registerRoute('t/v1', '/asked', {
    callback: (request) => ({ asked: server.requestedFields(request), sub: 1 }),
  });
});

const requested = (query: object) => new RequestedFields().of(new RestRequest('GET', '/', { query }));

describe('field filtering (4.3)', () => {
  describe('FieldFilter', () => {
    it('keeps own members only, whatever their names', () => {
      const data = JSON.parse('{"__proto__": {"polluted": 1}, "a": 1}');
      expect(new FieldFilter(['constructor', 'toString']).apply(data)).to.deep.equal([]);
      const filtered = new FieldFilter(['__proto__.polluted']).apply(data) as object;
      expect(JSON.stringify(filtered)).to.equal('{"__proto__":{"polluted":1}}');
      expect(Object.getPrototypeOf(filtered)).to.equal(Object.prototype);
    });

    it('leaves the data that it is applied to as it was', () => {
      new FieldFilter(['sub.b.c']).apply(item);
      expect(item).to.deep.equal({ id: 1, name: 'x', tags, sub: { a: 1, b: { c: 2, d: 3 } } });
    });
  });

  describe('RequestedFields', () => {
    it('splits a text at commas and blanks, and drops what is empty', () => {
      expect(requested({ _fields: ' id , sub.a ,,name\ttype' })?.names).to.deep.equal(['id', 'sub.a', 'name', 'type']);
      expect(requested({ _fields: 'a\u00a0b' })?.names).to.deep.equal(['a\u00a0b']);
    });

    it('takes the names of a list as they are, trimmed', () => {
      expect(requested({ _fields: ['id', ' name ', 'a,b', {}] })?.names).to.deep.equal(['id', 'name', 'a,b']);
    });

    it('finds no fields where the parameter is absent or names none', () => {
      for (const query of [{}, { _fields: '' }, { _fields: ' , ' }, { _fields: [] }])
        expect(requested(query)).to.equal(null);
    });
  });

  describe('with the plugin', () => {
    const generation = buildTestGeneration([fields, sample]);
    const get = async (path: string) => (await serve(await generation, 'GET', path)).json;

    it('keeps the listed fields of an object, and nested ones', async () => {
      expect(await get('/t/v1/item?_fields=id,sub.b.c')).to.deep.equal({ id: 1, sub: { b: { c: 2 } } });
      expect(await get('/t/v1/item?_fields[]=id&_fields[]=name')).to.deep.equal({ id: 1, name: 'x' });
    });

    it('keeps lists lists where members are named by their places', async () => {
      expect(await get('/t/v1/item?_fields=tags.0')).to.deep.equal({ tags: ['one'] });
      expect(await get('/t/v1/item?_fields=tags.2,tags.1')).to.deep.equal({ tags: ['two', { a: 1, b: 2 }] });
      expect(await get('/t/v1/item?_fields=tags.2.b')).to.deep.equal({ tags: [{ b: 2 }] });
      expect(await get('/t/v1/item?_fields=tags.9')).to.deep.equal({ tags: [] });
    });

    it('leaves nothing where the only name is empty', async () => {
      expect(await get('/t/v1/item?_fields[]=')).to.deep.equal([]);
    });

    it('keeps a listed parent whole, before and after its children', async () => {
      expect(await get('/t/v1/item?_fields=sub,sub.a,id')).to.deep.equal({ id: 1, sub: item.sub });
      expect(await get('/t/v1/item?_fields=sub.a,sub,id')).to.deep.equal({ id: 1, sub: item.sub });
    });

    it('filters each item of a list', async () => {
      expect(await get('/t/v1/items?_fields=name')).to.deep.equal([{ name: 'x' }, [], 'text']);
    });

    it('leaves an empty list where nothing is left, at every depth', async () => {
      expect(await get('/t/v1/item?_fields=colour')).to.deep.equal([]);
      expect(await get('/t/v1/item?_fields=sub.colour')).to.deep.equal({ sub: [] });
    });

    it('leaves errors and plain texts as they are', async () => {
      expect(await get('/t/v1/none?_fields=code')).to.have.all.keys('code', 'message', 'data');
      expect(await get('/t/v1/text?_fields=id')).to.equal('text');
    });

    it('reads the parameter of a body too', async () => {
      const { json } = await serve(await generation, 'POST', '/t/v1/item', { json: { _fields: 'id' } });
      expect(json).to.deep.equal({ id: 1 });
    });

    it('takes the same fields of lazy JSON items as of plain data, also in a repeated request', async () => {
      for (const query of ['_fields=id', '_fields=sub.b.c,name', '_fields=nothing', '_fields=,', '']) {
        const expected = await get(`/t/v1/items?${query}`);
        for (const time of ['first', 'again'])
          expect(await get(`/t/v1/written?${query}`), time).to.deep.equal(expected);
      }
    });

    it('tells handlers which fields are requested, before they compute them', async () => {
      expect(await get('/t/v1/asked?_fields=asked,sub.x')).to.deep.equal({ asked: ['asked', 'sub.x'], sub: 1 });
      expect(await get('/t/v1/asked')).to.deep.equal({ asked: null, sub: 1 });
    });
  });

  it('is gone without the plugin: the whole answer comes', async () => {
    const generation = await buildTestGeneration([sample]);
    expect((await serve(generation, 'GET', '/t/v1/item?_fields=id')).json).to.deep.equal(item);
  });
});
