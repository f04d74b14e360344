import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginHost, RestError, RestRequest, type ServedResponse } from '../../../core/index.ts';
import { runningSpan, type Span, Trace, type TraceSettings, tracedStatement } from '../../../core/trace/index.ts';
import { timelineOf } from '../../../host/cli/timeline.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { samplePlugin, serve } from '../../support/serve.ts';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/items', {
    callback: () => ({ title: { rendered: 'Old' }, kept: 1, tags: [1, 2] }),
    permission_callback: () => true,
  });
  server.registerRoute('t/v1', '/closed', { callback: () => 1, permission_callback: () => false });
});

const plugin = (name: string, setup: (host: PluginHost) => void) =>
  definePlugin({ name, version: '1.0.0', description: 'Taps.', setup });

interface Traced {
  readonly trace: Trace;
  readonly served: ServedResponse;
  readonly generation: Generation;
}

async function traced(
  plugins: ReturnType<typeof plugin>[],
  settings: TraceSettings = { details: true },
  path = '/t/v1/items',
): Promise<Traced> {
  const generation = await buildTestGeneration([sample, ...plugins]);
  const trace = new Trace('a request', settings);
  const served = await trace.run(() => generation.server.serve(new RestRequest('GET', path)));
  return { trace, served, generation };
}

function* spansOf(span: Span): Generator<Span> {
  for (const child of span.children) {
    yield child;
    yield* spansOf(child);
  }
}

const find = ({ trace }: Traced, kind: Span['kind'], name: string): Span => {
  const span = [...spansOf(trace.root)].find((one) => one.kind === kind && one.name === name);
  if (span === undefined) throw new Error(`no ${kind} ${name}`);
  return span;
};

describe('a trace', () => {
  it('records hooks and taps in order, with the plugin and the time of each', async () => {
    const life = await traced([
      plugin('first', ({ hooks }) => {
        hooks.filter('rest_pre_dispatch').tap('first', () => undefined);
        hooks.filter('rest_post_dispatch').tapPromise({ name: 'wait', stage: 2 }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 15));
          return undefined as never;
        });
      }),
      plugin('second', ({ hooks }) => hooks.filter('rest_post_dispatch').tap('second', () => undefined)),
    ]);
    const told = timelineOf(life.trace).map(({ depth, kind, name, plugin: of }) => [depth, kind, name, of]);
    expect(told).to.deep.equal([
      [0, 'request', 'GET /t/v1/items', undefined],
      [1, 'hook', 'rest_pre_dispatch', undefined],
      [2, 'tap', 'first', 'first'],
      [1, 'permission', '/t/v1/items', 'sample'],
      [1, 'callback', '/t/v1/items', 'sample'],
      [0, 'hook', 'rest_post_dispatch', undefined],
      [1, 'tap', 'second', 'second'],
      [1, 'tap', 'wait', 'first'],
    ]);
    const wait = find(life, 'tap', 'wait');
    expect(wait.duration).to.be.within(14, 1000);
    expect(wait.parent!.duration).to.be.at.least(wait.duration);
    expect(find(life, 'tap', 'second').duration).to.be.below(wait.duration);
  });

  it('records what a tap changed, by its result and in place: path, before, after', async () => {
    const life = await traced([
      plugin('changing', ({ hooks }) => {
        hooks.filter('rest_post_dispatch').tap('changing', (response) => {
          const data = response.data as { title: { rendered: string }; kept?: number };
          data.title.rendered = 'New';
          delete data.kept;
          return response.header('X-Mine', 'yes');
        });
        hooks.filter('rest_json_encode_options').tap('changing', () => ({ indent: 2 }));
      }),
      plugin('idle', ({ hooks }) => hooks.filter('rest_post_dispatch').tap({ stage: 5 }, (response) => response)),
    ]);
    expect(find(life, 'hook', 'rest_post_dispatch').children[0]!.changes).to.deep.equal([
      { path: 'response.headers.X-Mine', kind: 'added', after: '"yes"', count: 1 },
      { path: 'response.data.title.rendered', kind: 'changed', before: '"Old"', after: '"New"', count: 1 },
      { path: 'response.data.kept', kind: 'removed', before: '1', count: 1 },
    ]);
    expect(find(life, 'tap', 'idle').changes).to.deep.equal([]);
    expect(find(life, 'hook', 'rest_json_encode_options').children[0]!.changes).to.deep.equal([
      { path: 'options.indent', kind: 'changed', before: '0', after: '2', count: 1 },
    ]);
  });

  it('merges equal changes of the items of a list', async () => {
    const life = await traced([
      plugin('changing', ({ hooks }) =>
        hooks.filter('rest_post_dispatch').tap('changing', (response) => {
          response.data = [{ n: 1 }, { n: 2 }, { n: 3 }];
        }),
      ),
      plugin('items', ({ hooks }) =>
        hooks.filter('rest_post_dispatch').tap({ stage: 2 }, (response) => {
          for (const item of response.data as { n: number }[]) item.n += 10;
        }),
      ),
    ]);
    expect(find(life, 'tap', 'items').changes).to.deep.equal([
      { path: 'response.data[].n', kind: 'changed', before: '1', after: '11', count: 3 },
    ]);
  });

  it('says of a tap that fails that it was skipped, or on a hook that decides that it failed', async () => {
    const throwing = (of: 'rest_post_dispatch' | 'rest_pre_dispatch') =>
      plugin('failing', ({ hooks }) =>
        hooks.filter(of as 'rest_post_dispatch').tap('failing', () => {
          throw new Error('gone');
        }),
      );
    const skipped = find(await traced([throwing('rest_post_dispatch')]), 'tap', 'failing');
    expect([skipped.outcome, skipped.reason]).to.deep.equal(['skipped', 'gone']);
    const life = await traced([throwing('rest_pre_dispatch')]);
    const failed = find(life, 'tap', 'failing');
    expect([failed.outcome, failed.reason]).to.deep.equal(['failed', 'gone']);
    expect(life.served.status).to.equal(500);
  });

  it('says of a tap whose answer is of the wrong kind that it was skipped', async () => {
    const life = await traced([
      plugin('wrong', ({ hooks }) => hooks.filter('rest_post_dispatch').tap('wrong', () => 'no response' as never)),
    ]);
    expect(find(life, 'tap', 'wrong').outcome).to.equal('skipped');
    expect(life.served.status).to.equal(200);
  });

  it('says of a tap after a refusal that it did not run, and of a refusal with which code', async () => {
    const life = await traced([
      plugin('refusing', ({ hooks }) =>
        hooks.filter('rest_pre_dispatch').tap('refusing', () => {
          throw new RestError('closed', 'Closed.', { status: 503 });
        }),
      ),
      plugin('after', ({ hooks }) => hooks.filter('rest_pre_dispatch').tap({ stage: 9 }, () => undefined)),
    ]);
    expect(find(life, 'tap', 'refusing')).to.include({ outcome: 'refused', reason: 'closed' });
    expect(find(life, 'tap', 'after')).to.include({ outcome: 'skipped', reason: 'it did not run' });
    const closed = await traced([], {}, '/t/v1/closed');
    expect(closed.served.status).to.equal(401);
    expect(find(closed, 'permission', '/t/v1/closed')).to.include({ outcome: 'refused', reason: 'rest_forbidden' });
  });

  it('does not fail for values that throw when they are read', async () => {
    const life = await traced([
      plugin('odd', ({ hooks }) =>
        hooks.filter('rest_post_dispatch').tap('odd', (response) => {
          let reads = 0;
          const odd = Object.defineProperty({}, 'late', {
            enumerable: true,
            get: () => {
              if (reads++ === 0) throw new Error('not yet');
              return 1;
            },
          });
          response.data = { odd };
        }),
      ),
    ]);
    expect(life.served.status).to.equal(200);
    expect(life.served.body).to.equal('{"odd":{"late":1}}');
    expect(find(life, 'tap', 'odd').outcome).to.equal('done');
  });

  it('hides values whose names are those of secrets', async () => {
    const life = await traced([
      plugin('changing', ({ hooks }) =>
        hooks.filter('rest_post_dispatch').tap('changing', (response) => {
          response.data = { user_pass: 'hunter2', deep: { token: 'abc' } };
        }),
      ),
    ]);
    expect(JSON.stringify(timelineOf(life.trace))).not.to.match(/hunter2|abc/);
  });

  it('counts statements, and names their plugins', async () => {
    const life = await traced([
      plugin('reading', ({ hooks }) =>
        hooks.filter('rest_post_dispatch').tapPromise('reading', async () => {
          await tracedStatement('select 1', async () => [1]);
          tracedStatement('select 2', () => [2]);
          return undefined as never;
        }),
      ),
    ]);
    expect(life.trace.sql.count).to.equal(2);
    expect(life.trace.statements.map(({ sql, span }) => [sql, span.plugin])).to.deep.equal([
      ['select 1', 'reading'],
      ['select 2', 'reading'],
    ]);
    expect(() => tracedStatement('select 3', () => [])).not.to.throw();
    expect(life.trace.sql.count).to.equal(2);
  });

  it('separates requests that are served at the same time', async () => {
    const waiting = plugin('waiting', ({ hooks }) =>
      hooks.filter('rest_post_dispatch').tapPromise('waiting', async (_response, _server, request) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await tracedStatement(String(request.getParam('n')), async () => []);
        return undefined as never;
      }),
    );
    const generation = await buildTestGeneration([sample, waiting]);
    const traces = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const trace = new Trace(String(n));
        const request = new RestRequest('GET', '/t/v1/items', { query: { n } });
        await trace.run(() => generation.server.serve(request));
        return trace;
      }),
    );
    await serve(generation, 'GET', '/t/v1/items?n=4');
    expect(traces.map(({ statements }) => statements.map(({ sql }) => sql))).to.deep.equal([['1'], ['2'], ['3']]);
  });

  it('records nothing once it is stopped, and the answer is the same', async () => {
    const stopping = plugin('stopping', ({ hooks }) =>
      hooks.filter('rest_pre_dispatch').tap('stopping', (result) => {
        runningSpan()?.trace.stop();
        return result;
      }),
    );
    const { trace, served, generation } = await traced([stopping]);
    expect(timelineOf(trace).map(({ name }) => name)).to.deep.equal([
      'GET /t/v1/items',
      'rest_pre_dispatch',
      'stopping',
    ]);
    expect(served.body).to.equal((await serve(generation, 'GET', '/t/v1/items')).text);
  });

  it('includes hooks without taps only with `everyHook`', async () => {
    const names = async (everyHook: boolean) => {
      const { trace } = await traced([], { everyHook });
      return timelineOf(trace).flatMap(({ kind, name }) => (kind === 'hook' ? [name] : []));
    };
    expect(await names(false)).to.deep.equal([]);
    expect(await names(true)).to.include.members(['rest_pre_dispatch', 'rest_post_dispatch', 'rest_response_body']);
  });

  it('is begun for a request by HTTP when rest_trace_request gives one', async () => {
    const traces: Trace[] = [];
    const generation = await buildTestGeneration([
      sample,
      plugin('wanting', ({ hooks }) =>
        hooks.filter('rest_trace_request').tap('wanting', (trace, request) => {
          if (request.getParam('_watch') === null) return trace;
          traces.push(new Trace('watched'));
          return traces.at(-1)!;
        }),
      ),
    ]);
    await serve(generation, 'GET', '/t/v1/items');
    expect(traces).to.deep.equal([]);
    await serve(generation, 'GET', '/t/v1/items?_watch');
    expect(timelineOf(traces[0]!).map(({ name }) => name)).to.include('GET /t/v1/items');
  });

  it('has a bounded size', async () => {
    const trace = new Trace('long');
    await trace.run(async () => {
      for (let at = 0; at < 50_100; at++) trace.root.open('hook', 'x').close();
      for (let at = 0; at < 10_100; at++) trace.addStatement('select', 0, trace.root);
    });
    expect(trace.root.children).to.have.lengthOf(50_000);
    expect(trace.statements).to.have.lengthOf(10_000);
    expect(trace.sql.count).to.equal(10_100);
  });
});

describe('the plugin of a route', () => {
  it('is the one whose tap registered it', async () => {
    const { generation } = await traced([]);
    const route = generation.server.routes.get('/t/v1/items')!;
    expect(route.endpoints.map((endpoint) => endpoint.plugin)).to.deep.equal(['sample']);
  });
});
