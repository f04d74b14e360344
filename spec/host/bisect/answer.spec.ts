import { expect } from 'chai';
import { type Answer, changesBetween, keysOf, valueAt, withoutVolatile } from '../../../host/bisect/answer.ts';

const answer = (body: unknown, more: Partial<Answer> = {}): Answer => ({ status: 200, headers: {}, body, ...more });

describe('the changes between two answers', () => {
  it('are none when both are equal, whatever the case of header names', () => {
    const [one, other] = ['X-A', 'x-a'].map((name) => answer({ a: [1, null] }, { headers: { [name]: '1' } }));
    expect(changesBetween(one!, other!)).to.deep.equal([]);
  });

  it('name the JSON path of removed, added and changed values', () => {
    const from = answer({ title: { rendered: 'a' }, 'wp:term': [{ id: 1 }], kept: 1 });
    const to = answer({ title: { rendered: 'b' }, 'wp:term': [{}], kept: 1, more: null });
    expect(changesBetween(from, to)).to.deep.equal([
      { path: '$.title.rendered', from: 'a', to: 'b' },
      { path: '$["wp:term"][0].id', from: 1 },
      { path: '$.more', to: null },
    ]);
  });

  it('distinguish the status from a field of that name, and from headers', () => {
    const from = answer({ status: 'publish' }, { headers: { Allow: 'GET' } });
    const to = answer({ status: 'draft' }, { status: 500 });
    expect(changesBetween(from, to)).to.deep.equal([
      { path: 'status', from: 200, to: 500 },
      { path: 'header allow', from: 'GET' },
      { path: '$.status', from: 'publish', to: 'draft' },
    ]);
  });

  it('are lists as a whole where they are of different lengths, and values of different kinds', () => {
    expect(changesBetween(answer([1, 2]), answer([2]))).to.deep.equal([{ path: '$', from: [1, 2], to: [2] }]);
    expect(changesBetween(answer({ meta: [] }), answer({ meta: {} }))).to.deep.equal([
      { path: '$.meta', from: [], to: {} },
    ]);
  });

  it('are only the failure when there is no answer', () => {
    expect(changesBetween(answer(1), { failure: 'late' })).to.deep.equal([{ path: 'failure', to: 'late' }]);
  });

  it('take no member from a prototype', () => {
    expect(changesBetween(answer({}), answer({ constructor: 1 }))).to.deep.equal([{ path: '$.constructor', to: 1 }]);
    expect(valueAt({}, 'constructor.name')).to.equal(undefined);
  });

  it('are left out within volatile parts, and only there', () => {
    const changes = [
      { path: '$.nonce' },
      { path: '$.nonce.a' },
      { path: '$.nonces' },
      { path: '$.list[0]' },
      { path: '$' },
    ];
    const left = withoutVolatile(changes, new Set(['$.nonce', '$.list']));
    expect(left).to.deep.equal([{ path: '$.nonces' }, { path: '$' }]);
  });
});

describe('a path of a field', () => {
  const body = { title: { rendered: 'a' }, list: [{ 'wp:x': 0 }], '': 2 };

  it('leads to a value, with or without the sign of the root', () => {
    for (const path of ['title.rendered', '$.title.rendered']) expect(valueAt(body, path)).to.equal('a');
    expect(valueAt(body, 'list[0]["wp:x"]')).to.equal(0);
    expect(valueAt([7], '[0]')).to.equal(7);
    expect(valueAt(body, '$')).to.equal(body);
  });

  it('gives undefined if there is no such field', () => {
    for (const path of ['title.raw', 'title.rendered.x', 'list[1]', 'none']) {
      expect(valueAt(body, path), path).to.equal(undefined);
    }
    expect(valueAt(null, 'title')).to.equal(undefined);
  });

  it('is refused when it is invalid', () => {
    for (const path of ['a..b', 'a[', 'a[x]', 'a.', '[0]b']) {
      expect(() => keysOf(path), path).to.throw(
        TypeError,
        `"${path}" is no path; write it like title.rendered or [0].id`,
      );
    }
  });
});
