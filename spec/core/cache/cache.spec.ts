import { expect } from 'chai';
import { deferred } from '../../../core/base/index.ts';
import { ChangeTracker, type WatchEvents } from '../../../core/cache/index.ts';
import { Cache, Caches } from '../../../core/index.ts';

describe('a cache', () => {
  let tracker: ChangeTracker;
  let cache: Cache<string>;
  /** How often the value of key `a` was computed. */
  let made: number;
  beforeEach(() => {
    made = 0;
    tracker = new ChangeTracker();
    cache = new Cache<string>({ name: 'texts', maxSize: 3, tracker });
  });

  const compute = () => cache.compute('a', ['posts'], () => `made ${++made}`);

  it('computes a value once as long as none of its dependencies changes', () => {
    expect([compute(), compute()]).to.eql(['made 1', 'made 1']);
    tracker.changed(['users']);
    expect(compute()).to.equal('made 1');
    tracker.changed(['posts']);
    expect(compute()).to.equal('made 2');
    tracker.changed(['*']);
    expect(compute()).to.equal('made 3');
    expect(cache.figures).to.include({ name: 'texts', hits: 2, misses: 3, entries: 1, size: 1, maxSize: 3 });
  });

  it('bounds the characters of keys, which clients choose', () => {
    for (const letter of 'abcdef') cache.set(letter.repeat(1000), 'x');
    expect(cache.figures).to.include({ entries: 1, size: 2 });
    cache.set('a'.repeat(4_000_000), 'x');
    expect(cache.figures.size).to.be.at.most(3);
    const texts = new Cache<string>({ name: 'texts', maxSize: 100, sizeOf: (text) => text.length });
    texts.set('a'.repeat(99), 'xx');
    expect(texts.figures.entries).to.equal(0);
    texts.set('a'.repeat(98), 'xx');
    expect(texts.figures).to.include({ entries: 1, size: 100 });
  });

  it('uses stored values while a dependency is being written, and stores no new ones', () => {
    compute();
    tracker.beginWrite(['posts']);
    expect(compute()).to.equal('made 1');
    cache.set('b', 'early', ['posts']);
    expect(cache.compute('c', ['posts'], () => 'early')).to.equal('early');
    tracker.endWrite(['posts']);
    expect([cache.get('b'), cache.get('c'), compute()]).to.eql([undefined, undefined, 'made 2']);
  });

  it('does not store a value if a dependency changed while it was computed', async () => {
    const gate = deferred<string>();
    const value = cache.compute('a', ['posts'], () => gate.promise);
    tracker.changed(['posts']);
    gate.resolve('old');
    expect(await value).to.equal('old');
    expect(cache.has('a')).to.equal(false);
  });

  it('shares a pending computation, unless a dependency has changed since it began', async () => {
    const gates = [deferred<string>(), deferred<string>()];
    let begun = 0;
    const ask = () => cache.compute('a', ['posts'], () => gates[begun++]!.promise);
    const before = [ask(), ask()];
    tracker.changed(['posts']);
    const after = ask();
    gates[0]!.resolve('old');
    gates[1]!.resolve('new');
    expect(await Promise.all([...before, after])).to.eql(['old', 'old', 'new']);
    expect(begun).to.equal(2);
    expect(cache.get('a')).to.equal('new');
  });

  it('forgets a computation that failed', async () => {
    const fail = () => Promise.reject(new Error('no'));
    for (let time = 0; time < 2; time++) {
      const error = await Promise.resolve(cache.compute('a', [], fail)).catch(({ message }) => message);
      expect(error).to.equal('no');
    }
    expect(cache.compute('a', [], () => 'yes')).to.equal('yes');
  });

  it('passes the dependencies of its entries to the recorder around it', () => {
    compute();
    const window = tracker.begin();
    compute();
    const read = tracker.end(window)!;
    expect(read.dependencies.map(({ name }) => name)).to.eql(['posts']);
    tracker.changed(['posts']);
    expect(read.areCurrent()).to.equal(false);
  });

  it('drops the entries that were used least recently, and all of them when it is cleared', async () => {
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).to.eql([undefined, 'b', 'c', 'd']);
    const gate = deferred<string>();
    const value = cache.compute('e', [], () => gate.promise);
    cache.clear();
    gate.resolve('late');
    expect(await value).to.equal('late');
    expect([cache.get('b'), cache.get('e')]).to.eql([undefined, undefined]);
  });

  it('always computes while it is disabled, by itself or with all caches of a generation', () => {
    const options = { name: 'texts', maxSize: 3 };
    const caches = [
      new Caches().create<string>({ ...options, enabled: false }),
      new Caches(false).create<string>(options),
      new Cache<string>({ ...options, isBypassed: () => true }),
    ];
    for (const disabled of caches) {
      disabled.set('a', 'stored');
      expect(disabled.compute('a', [], () => 'made')).to.equal('made');
      expect(disabled.get('a')).to.equal(undefined);
    }
  });

  it('is used only while changes of other processes are noticed', async () => {
    let events: WatchEvents | undefined;
    let looks = 0;
    tracker = new ChangeTracker((given) => {
      events = given;
      given.sees(true);
      return { look: () => void looks++, stop: () => undefined };
    });
    cache = new Cache<string>({ name: 'texts', maxSize: 3, tracker });
    expect([compute(), compute()]).to.eql(['made 1', 'made 2']);
    const stop = tracker.watch();
    expect([compute(), compute()]).to.eql(['made 3', 'made 3']);
    expect(looks).to.be.greaterThan(0);
    events!.changed(['posts']);
    await undefined;
    expect([compute(), compute()]).to.eql(['made 4', 'made 4']);
    events!.sees(false);
    expect([compute(), compute()]).to.eql(['made 5', 'made 6']);
    await stop();
  });
});

describe('a change tracker', () => {
  it('records what is read in a window, unless some of it is written in it', () => {
    const tracker = new ChangeTracker();
    const posts = tracker.dependency('posts');
    const names = () => {
      const window = tracker.begin();
      posts.read();
      return { end: () => tracker.end(window)?.dependencies.map(({ name }) => name) };
    };
    expect(names().end()).to.eql(['posts']);
    const beside = names();
    tracker.changed(['users']);
    expect(beside.end()).to.eql(['posts']);
    const changed = names();
    tracker.changed(['posts']);
    expect(changed.end()).to.equal(undefined);
    tracker.beginWrite(['posts']);
    const written = names();
    expect(written.end()).to.equal(undefined);
    tracker.endWrite(['posts']);
    expect(written.end()).to.equal(undefined);
    tracker.beginWrite(['*']);
    expect(names().end()).to.equal(undefined);
    tracker.endWrite(['*']);
    expect(names().end()).to.eql(['posts']);
  });

  it('waits for the callbacks of changes of other processes before the changes count as seen', async () => {
    let events: WatchEvents | undefined;
    const tracker = new ChangeTracker((given) => {
      events = given;
      given.sees(true);
      return { stop: () => undefined };
    });
    const stop = tracker.watch();
    const gate = deferred();
    const end = tracker.onChangedElsewhere('options', () => gate.promise);
    events!.changed(['options']);
    expect(tracker.areWritten(['options'])).to.equal(true);
    expect(tracker.areWritten(['posts'])).to.equal(false);
    gate.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(tracker.areWritten(['options'])).to.equal(false);
    end();
    await stop();
    expect(tracker.isCurrent).to.equal(false);
  });
});
