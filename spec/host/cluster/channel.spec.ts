import { expect } from 'chai';
import { Channel, type Handlers, type MessageEnd } from '../../../host/cluster/channel.ts';

/** Two ends that send each other copies of messages, until they are closed. */
function ends() {
  const takers: ((message: object) => void)[] = [];
  const closers: (() => void)[] = [];
  let isOpen = true;
  const end = (own: number): MessageEnd => ({
    send(message, done) {
      if (!isOpen) return done(new Error('it is closed'));
      setImmediate(() => takers[1 - own]!(structuredClone(message)));
      done(null);
    },
    onMessage: (take) => {
      takers[own] = take;
    },
    onClosed: (take) => void closers.push(take),
  });
  const close = () => {
    isOpen = false;
    for (const closer of closers) closer();
  };
  return { one: end(0), other: end(1), close };
}

const pair = (handlers: Handlers, others: Handlers = {}) => {
  const { one, other, close } = ends();
  return { asker: new Channel(one, others), asked: new Channel(other, handlers), close };
};

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: Error) => error.message,
  );

describe('the channel between a primary and a worker', () => {
  it('brings each answer to its question, in both directions and in any order', async () => {
    const waiting: (() => void)[] = [];
    const slow = (text: string) => new Promise((resolve) => waiting.push(() => resolve(`slow ${text}`)));
    const { asker, asked } = pair({ slow, quick: (text: string) => `quick ${text}` }, { back: (n: number) => n + 1 });
    const first = asker.ask('slow', 'a');
    expect(await asker.ask('quick', 'b')).to.equal('quick b');
    expect(await asked.ask('back', 1)).to.equal(2);
    waiting[0]!();
    expect(await first).to.equal('slow a');
  });

  it('answers with null on what there is nothing to say about', async () => {
    const { asker } = pair({ nothing: () => undefined });
    expect(await asker.ask('nothing')).to.equal(null);
    expect(await asker.ask('unknown')).to.equal(null);
  });

  it('passes failures on, also of a question that is never answered', async () => {
    const fail = () => {
      throw new Error('no luck');
    };
    const { asker } = pair({ fail, never: () => new Promise(() => undefined) });
    expect(await failure(asker.ask('fail'))).to.equal('no luck');
    expect(await failure(asker.ask('never', undefined, 20))).to.equal('no answer within 20 ms');
  });

  it('fails all questions when the other process ends, and those that come later', async () => {
    const { asker, close } = pair({ never: () => new Promise(() => undefined) });
    const asking = failure(asker.ask('never'));
    close();
    expect(await asking).to.equal('the other process has ended');
    expect(await failure(asker.ask('never'))).to.equal('it is closed');
    asker.tell('never');
  });
});
