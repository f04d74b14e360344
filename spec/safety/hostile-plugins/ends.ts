/** What hostile plugins do in the callback of a route that ends the place that they run in, or is refused. */
export interface Ending {
  readonly does: string;
  readonly code: string;
  /** The places where it can be tried; both if nothing is said. */
  readonly only?: 'sandbox' | 'process';
  /** Why the place is ended, where it is. */
  readonly reason?: { readonly sandbox?: RegExp; readonly process?: RegExp };
}

const both = (reason: RegExp) => ({ sandbox: reason, process: reason });
const BLOCKED = /was blocked for \d+ ms/;
/** Which of the two comes first depends on the machine. */
const MEMORY = /used more than \d+ MB of memory|was blocked for \d+ ms/;
const NEVER = 'return new Promise(() => {});';

export const ENDINGS: readonly Ending[] = [
  { does: 'loops', code: 'for (;;);', reason: both(BLOCKED) },
  { does: 'loops in a getter of its answer', code: 'return { get x() { for (;;); } };', reason: both(BLOCKED) },
  { does: 'loops after a promise', code: 'await null; for (;;);', reason: both(BLOCKED) },
  { does: 'loops in a timer when nobody asks', code: 'setTimeout(() => { for (;;); }, 20);', reason: both(BLOCKED) },
  {
    does: 'floods the microtasks',
    code: `const again = () => Promise.resolve().then(again); again(); ${NEVER}`,
    reason: both(MEMORY),
  },
  { does: 'backtracks', code: `return /^(a+)+$/.test('a'.repeat(60) + '!');`, reason: both(BLOCKED) },
  {
    does: 'lets the engine loop',
    code: 'return [].concat(Array(1e9)).length;',
    only: 'sandbox',
    reason: { sandbox: BLOCKED },
  },
  {
    does: 'catches whatever would end it',
    code: 'for (;;) try { for (;;); } catch {} finally { continue; }',
    reason: both(BLOCKED),
  },
  {
    does: 'takes memory for texts',
    code: `const all = []; for (;;) all.push('x'.repeat(1e5) + all.length + Math.random());`,
    reason: both(MEMORY),
  },
  {
    does: 'takes memory for lists',
    code: 'const all = []; for (;;) all.push(new Array(1000).fill(1.5));',
    reason: both(MEMORY),
  },
  {
    does: 'takes memory for buffers',
    code: 'const all = []; for (;;) all.push(new Uint8Array(2 ** 20).fill(1));',
    reason: both(MEMORY),
  },
  { does: 'answers with 200 MB', code: `return 'x'.repeat(2e8);`, reason: { sandbox: MEMORY } },
  {
    does: 'floods the log',
    code: `for (;;) on.log.info({ a: 'x'.repeat(1000) }, 'y'.repeat(1000));`,
    reason: both(BLOCKED),
  },
  { does: 'floods the console', code: `for (;;) console.log('x'.repeat(1e4));`, reason: both(BLOCKED) },
  {
    does: 'floods the host with questions',
    code: `for (;;) on.host.hooks.has('rest_api_init');`,
    reason: both(BLOCKED),
  },
  {
    does: 'floods the host with refused questions',
    code: `for (;;) try { on.host.use({ name: 'options' }); } catch {}`,
    reason: both(BLOCKED),
  },
  {
    does: 'floods the host with questions of half a megabyte',
    code: `const big = 'x'.repeat(5e5); for (;;) try { on.request.user.can('a', big); } catch {}`,
    reason: both(BLOCKED),
  },
  {
    does: 'starts timers without end',
    code: 'for (;;) setTimeout(() => {}, 1e6);',
    reason: { process: /blocked|memory/ },
  },
  { does: 'exits', code: `process.exit(3); ${NEVER}`, reason: { process: /exited with code 3/ } },
  {
    does: 'exits by what is beneath',
    code: `process.reallyExit(4); ${NEVER}`,
    reason: { process: /exited with code 4/ },
  },
  { does: 'aborts', code: `process.abort(); ${NEVER}`, reason: { process: MEMORY } },
  {
    does: 'throws in a timer',
    code: `setTimeout(() => { throw new Error('late'); }); ${NEVER}`,
    reason: both(/failed: late/),
  },
  {
    does: 'throws a Proxy in a timer',
    code: `setTimeout(() => { throw new Proxy({}, { get() { throw 1; } }); }); ${NEVER}`,
    reason: both(/failed|exited/),
  },
  {
    does: 'leaves a rejection to nobody',
    code: `Promise.reject(new Error('left')); ${NEVER}`,
    reason: { process: /failed: left/ },
  },
  {
    does: 'sends what is no message',
    code: `const { writeSync } = await import('node:fs'); writeSync(5, Buffer.alloc(1e5, 255)); ${NEVER}`,
    only: 'process',
    reason: { process: /has sent a message that is larger/ },
  },
  {
    does: 'sends messages that it made up',
    code: `const { writeSync } = await import('node:fs');
      for (const text of ['m{"type":"result","id":{"a":1},"outcome":null}', 'm{"type":"pong"}', 'm{"type":"question","question":{"ask":"member","service":"__proto__","member":"constructor"}}', 'm{"type":"log","level":"constructor","details":5}', 'lx', 'm[]', 'mnull']) {
        const frame = Buffer.alloc(4 + text.length); frame.writeUInt32BE(text.length); frame.write(text, 4); writeSync(5, frame);
      }
      ${NEVER}`,
    only: 'process',
    reason: { process: /has sent what is no message/ },
  },
  {
    does: 'closes the way to the host',
    code: `const { closeSync } = await import('node:fs'); closeSync(5); ${NEVER}`,
    only: 'process',
    reason: { process: /./ },
  },
];
