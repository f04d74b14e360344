/**
 * What hostile plugins try, in either place in which an isolated plugin runs. The code of an attempt is the body of an
 * asynchronous function with `on`, which tells what there is on this machine (`target.ts`), and `tell`, which calls a
 * function when a call of Node.js has an answer. It throws if it was kept from what it tries; what it returns, is searched
 * for secrets.
 */

/** What becomes of an attempt: it is contained, or `docs/security.md` says in these words that it is not. */
export type Fate = 'contained' | { readonly notPromised: string };

/** An attempt in the callback of a route. */
export interface Attempt {
  readonly does: string;
  readonly code: string;
  /** Whether it may come to its end without harm; otherwise it has to be refused. */
  readonly harmless?: boolean;
  /** Where there is a difference. */
  readonly fate?: { readonly sandbox?: Fate; readonly process?: Fate };
}

const CONTAINED = 'contained';

/** What becomes of an attempt in a place. */
export const fateOf = ({ fate }: Pick<Attempt, 'fate'>, place: 'sandbox' | 'process'): Fate =>
  fate?.[place] ?? CONTAINED;

/** Node's modules by ways around what they are imported by, and what is in them. */
const NODE: readonly Attempt[] = [
  {
    does: 'loads a module by Module._load with a forged parent',
    code: `const { default: Module } = await import('node:module');
      return Module._load('fs', { filename: '/node_modules/jiti/x.js', paths: [] }).readFileSync(on.secret, 'utf8');`,
  },
  {
    does: 'reads a file by Module._extensions',
    code: `const { default: Module } = await import('node:module');
      const made = { exports: {} }; Module._extensions['.json'](made, on.secret); return made.exports;`,
  },
  {
    does: 'loads a file by createRequire',
    code: `const { createRequire } = await import('node:module'); return createRequire(on.secret)(on.secret);`,
  },
  {
    does: 'runs a file by the test runner, which is a process',
    code: `const { run } = await import('node:test');
      const failed = [];
      for await (const { type, data } of run({ files: [on.script] })) if (type === 'test:fail') failed.push(data);
      if (failed.length > 0) throw new Error('it failed');`,
  },
  {
    does: 'asks another machine by _http_client',
    code: `const { ClientRequest } = await import('_http_' + 'client');
      return tell((done) => new ClientRequest({ host: '127.0.0.1', port: on.port }, done));`,
  },
  {
    does: 'listens by _http_server',
    code: `const { Server } = await import('_http_' + 'server'); return tell((done) => new Server().listen(0, done));`,
  },
  {
    does: 'asks another machine by _tls_wrap',
    code: `const { connect } = await import('_tls_' + 'wrap');
      return tell((done) => connect({ host: '127.0.0.1', port: on.port }, done));`,
  },
  {
    does: 'loads native code by crypto.setEngine',
    code: `(await import('node:crypto')).setEngine(on.native);`,
  },
  { does: 'loads native code by process.dlopen', code: `process.dlopen({ exports: {} }, on.native);` },
  {
    does: 'loads native code by require',
    code: `const { createRequire } = await import('node:module'); return createRequire(on.native)(on.native);`,
  },
  { does: 'ends a process by process._kill', code: `process._kill(on.victim, 9);` },
  { does: 'ends a process by process.kill', code: `process.kill(on.victim, 'SIGKILL');` },
  { does: 'ends the host', code: `process.kill(process.ppid, 'SIGKILL');` },
  {
    does: 'ends a process by a copy of process.kill from its prototype',
    code: `const kill = Object.getOwnPropertyDescriptor(process, 'kill').value; kill.call(process, on.victim, 9);`,
  },
  { does: 'sends the signal of the debugger', code: `process._debugProcess(on.victim);` },
  {
    does: 'makes a process slow by its priority',
    code: `const { setPriority } = await import('node:os'); setPriority(on.victim, 19);`,
  },
  {
    does: 'takes a binding by process.binding',
    code: `process.binding('spawn_sync').spawn({ file: '/bin/touch', args: ['touch', on.mark] });`,
  },
  { does: 'takes a binding by process._linkedBinding', code: `process._linkedBinding('electron');` },
  {
    does: 'runs a program',
    code: `const { execFileSync } = await import('node:child_process'); execFileSync('/usr/bin/touch', [on.mark]);`,
  },
  {
    does: 'runs a program by a class of the inside',
    code: `const { ChildProcess } = await import('node:child_process');
      const child = new ChildProcess();
      const status = child.spawn({ file: '/usr/bin/touch', args: ['touch', on.mark], stdio: [] });
      await new Promise((done) => setTimeout(done, 50));
      if (status < 0) throw new Error('refused');`,
  },
  { does: 'forks by cluster', code: `const cluster = (await import('node:cluster')).default; cluster.fork();` },
  {
    does: 'starts a thread',
    code: `const { Worker } = await import('node:worker_threads');
      const worker = new Worker('require("fs").writeFileSync(' + JSON.stringify(on.mark) + ', "")', { eval: true });
      await tell((done) => worker.on('exit', done));`,
  },
  { does: 'opens the debugger', code: `const { open } = await import('node:inspector'); open(0, '127.0.0.1');` },
  {
    does: 'asks the debugger of its own thread',
    code: `const { Session } = await import('node:inspector');
      const session = new Session(); session.connect();
      return tell((done, fail) => session.post('Runtime.evaluate', {
        expression: 'process.mainModule.require("fs").readFileSync(' + JSON.stringify(on.secret) + ', "utf8")',
        includeCommandLineAPI: true,
      }, (error, answer) => (error || answer.exceptionDetails ? fail(error) : done(answer))));`,
  },
  {
    does: 'leaves by the constructor of another context',
    code: `const { runInNewContext } = await import('node:vm');
      return runInNewContext('this.constructor.constructor("return process")()').env;`,
    harmless: true,
  },
  {
    does: 'leaves by the constructor of functions',
    code: `const all = (() => {}).constructor('return this')(); return { env: all.process?.env, kill: String(all.process?.kill(on.victim, 9)) };`,
    harmless: true,
  },
  {
    does: 'leaves by an error of the engine that prepares stacks',
    code: `Error.prepareStackTrace = (_, calls) => calls.map((call) => call.getThis?.()?.process?.env);
      return new Error('x').stack;`,
    harmless: true,
  },
  {
    does: 'uses what WASI opens',
    code: `const { WASI } = await import('node:wasi'); return new WASI({ version: 'preview1', preopens: { '/': '/' } });`,
  },
  {
    does: 'opens a file by a database',
    code: `const { DatabaseSync } = await import('node:sqlite');
      return new DatabaseSync(on.folder + '/made.db').exec('create table t (x)');`,
  },
  { does: 'writes what its heap holds', code: `(await import('node:v8')).writeHeapSnapshot(on.mark);` },
  { does: 'writes a report', code: `return process.report.writeReport(on.mark);` },
  {
    does: 'has Node.js write a trace',
    code: `const { createTracing } = await import('node:trace_events');
      const tracing = createTracing({ categories: ['node', 'v8'] }); tracing.enable(); tracing.disable();`,
  },
  {
    does: 'lifts the limit of its memory',
    code: `(await import('node:v8')).setFlagsFromString('--max-old-space-size=8000');`,
  },
  {
    does: 'has V8 write what its heap holds when it is full',
    code: `(await import('node:v8')).setHeapSnapshotNearHeapLimit(1);`,
  },
  {
    does: 'tells what machine it is on',
    code: `const { hostname, userInfo } = await import('node:os'); return [hostname(), userInfo()];`,
    fate: { process: { notPromised: 'what Node.js tells of the machine, as its name, its addresses and its user' } },
  },
  {
    does: 'has Node.js write its cache of compiled code',
    code: `const { enableCompileCache } = await import('node:module'); enableCompileCache(on.mark);`,
    harmless: true,
  },
  {
    does: 'adds hooks to the loader',
    code: `const { register } = await import('node:module'); register('data:text/javascript,');`,
  },
  { does: 'reads a file of variables', code: `process.loadEnvFile(on.secret); return process.env;` },
  { does: 'replaces its own process', code: `process.execve('/usr/bin/touch', ['touch', on.mark]);` },
];

const FILES: readonly Attempt[] = [
  { does: 'reads a file', code: `return (await import('node:fs')).readFileSync(on.secret, 'utf8');` },
  {
    does: 'reads the passwords of the machine',
    code: `return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8');`,
  },
  {
    does: 'reads a file by a path in bytes',
    code: `return (await import('node:fs')).readFileSync(Buffer.from(on.folder + '/../outside/secret.json'), 'utf8');`,
  },
  {
    does: 'reads a file by a path in another kind of bytes',
    code: `return (await import('node:fs')).readFileSync(new TextEncoder().encode(on.secret), 'utf8');`,
  },
  {
    does: 'reads a file by way of its own folder',
    code: `return (await import('node:fs')).readFileSync(on.folder + '/../outside/secret.json', 'utf8');`,
  },
  {
    does: 'reads a file by a URL with escaped dots',
    code: `return (await import('node:fs')).readFileSync(new URL('file://' + on.folder + '/%2e%2e/outside/secret.json'), 'utf8');`,
  },
  { does: 'reads a file by a promise', code: `return (await import('node:fs/promises')).readFile(on.secret, 'utf8');` },
  {
    does: 'reads a file by a stream',
    code: `const { createReadStream } = await import('node:fs');
      let text = ''; for await (const part of createReadStream(on.secret)) text += part; return text;`,
  },
  {
    does: 'opens a file as a blob',
    code: `return (await (await import('node:fs')).openAsBlob(on.secret)).text();`,
  },
  { does: 'asks for the size of a file', code: `return (await import('node:fs')).statSync(on.secret).size;` },
  { does: 'watches a file', code: `(await import('node:fs')).watch(on.secret).close();` },
  { does: 'copies a file into its folder', code: `(await import('node:fs')).cpSync(on.secret, on.folder + '/copy');` },
  {
    does: 'makes a second name for a file',
    code: `(await import('node:fs')).linkSync(on.secret, on.folder + '/copy');`,
  },
  {
    does: 'makes a link and reads by it',
    code: `const { symlinkSync, readFileSync } = await import('node:fs');
      symlinkSync(on.secret, on.folder + '/link'); return readFileSync(on.folder + '/link', 'utf8');`,
  },
  { does: 'lists the root', code: `return (await import('node:fs')).readdirSync('/');` },
  {
    does: 'reads the variables of the host by the system',
    code: `return (await import('node:fs')).readFileSync('/proc/' + process.ppid + '/environ', 'utf8');`,
  },
  { does: 'writes beside its folder', code: `(await import('node:fs')).writeFileSync(on.mark, 'x');` },
  { does: 'writes into its folder', code: `(await import('node:fs')).writeFileSync(on.folder + '/index.ts', 'x');` },
  {
    does: 'changes its folder, and then a path that is relative to it',
    code: `process.chdir(on.outside); return (await import('node:fs')).readFileSync('secret.json', 'utf8');`,
  },
  { does: 'imports a file', code: `return (await import('file://' + on.secretModule)).default;` },
  {
    does: 'imports code of its own with Node.js',
    code: `return (await import('data:text/javascript,import fs from "node:fs"; export default fs.readFileSync(' + JSON.stringify(on.secret) + ', "utf8")')).default;`,
  },
  { does: 'tells the environment', code: `return process.env;`, harmless: true },
];

const NETWORK: readonly Attempt[] = [
  {
    does: 'connects',
    code: `const { connect } = await import('node:net'); return tell((done) => connect(on.port, '127.0.0.1', done));`,
  },
  {
    does: 'connects to a socket of this machine',
    code: `const { connect } = await import('node:net'); return tell((done) => connect(on.socket, done));`,
  },
  {
    does: 'listens',
    code: `const { createServer } = await import('node:net'); return tell((done) => createServer().listen(0, done));`,
  },
  {
    does: 'sends a datagram',
    code: `const { createSocket } = await import('node:dgram');
      return tell((done, fail) => createSocket('udp4').send('x', on.port, '127.0.0.1', (error) => (error ? fail(error) : done())));`,
  },
  { does: 'resolves a name', code: `return (await import('node:dns/promises')).lookup('localhost');` },
  {
    does: 'resolves a name at a server of its choice',
    code: `const { Resolver } = await import('node:dns');
      const resolver = new Resolver({ timeout: 200, tries: 1 }); resolver.setServers(['127.0.0.1:' + on.port]);
      return tell((done, fail) => resolver.resolve4('secret.example', (error) => (error ? fail(error) : done())));`,
  },
  {
    does: 'asks by http',
    code: `const { get } = await import('node:http'); return tell((done) => get({ host: '127.0.0.1', port: on.port }, done));`,
  },
  {
    does: 'asks by http2',
    code: `const { connect } = await import('node:http2');
      return tell((done, fail) => connect('http://127.0.0.1:' + on.port).on('connect', done).on('error', fail));`,
  },
  { does: 'fetches', code: `return (await fetch('http://127.0.0.1:' + on.port)).status;` },
  {
    does: 'opens a web socket',
    code: `return tell((done, fail) => Object.assign(new WebSocket('ws://127.0.0.1:' + on.port), { onopen: done, onerror: fail }));`,
  },
  {
    does: 'takes the constructor of the sockets from one that it has',
    code: `const { Socket } = await import('node:net');
      const Pipe = new Socket({ fd: 4 })._handle.constructor; const pipe = new Pipe(0);
      const request = {}; if (pipe.connect(request, on.socket) !== 0) throw new Error('refused');`,
  },
];

const OTHERS: readonly Attempt[] = [
  {
    does: 'uses options without the capability',
    code: `return on.host.use({ name: 'options' }).get('hostile_secret');`,
  },
  { does: 'uses the database without the capability', code: `return on.host.use({ name: 'database' });` },
  { does: 'uses users without the capability', code: `return on.host.use({ name: 'user-store' });` },
  {
    does: 'uses the keys of the site without the capability',
    code: `return on.host.find({ name: 'signing-keys' }) ?? on.host.use({ name: 'options' });`,
  },
  {
    does: 'uses a service by a name that is a member of objects',
    code: `return on.host.use({ name: '__proto__' }) ?? on.host.use({ name: 'constructor' });`,
  },
  { does: 'provides a service', code: `on.host.provide({ name: 'options' }, {});` },
  { does: 'adds a command', code: `on.host.command({ name: 'evil', run() {} });` },
  {
    does: 'taps a hook that decides, after setup',
    code: `on.host.hooks.filter('determine_current_user').tap('x', () => 1); return on.host.hooks.filter('determine_current_user').call(1);`,
  },
  {
    does: 'reads the proof of who a client is',
    code: `return [on.request.getHeader('authorization'), on.request.getHeader('cookie'), on.request.context.http?.cookie('session'), [...on.request.headers]];`,
    harmless: true,
  },
  {
    does: 'claims to be another user',
    code: `on.request.context.user = { id: 1, can: () => true }; return on.request.user.can('manage_options') ? undefined : 1;`,
    harmless: true,
  },
  {
    does: 'asks the user for what is no capability',
    code: `return on.request.user.can({ toString() { throw 1; } });`,
    harmless: true,
  },
  {
    does: 'pollutes the prototypes of its place',
    code: `Object.prototype.polluted = 1; Array.prototype.polluted = 1; const seen = ({}).polluted; delete Object.prototype.polluted; delete Array.prototype.polluted; return { seen };`,
    harmless: true,
  },
  {
    does: 'looks for the way out of the sandbox',
    code: `if (typeof globalThis.native !== 'function') throw new Error('not there'); return globalThis.native('send', '["x"]');`,
  },
  {
    does: 'shares memory with the host',
    code: `const shared = new SharedArrayBuffer(8); return { shared };`,
    harmless: true,
  },
];

/** Values that a route answers with, which the host has to bear. */
const ANSWERS: readonly Attempt[] = [
  {
    does: 'answers 200 MB in parts',
    code: `const part = 'x'.repeat(1e6); return Array.from({ length: 200 }, () => part);`,
  },
  { does: 'answers 50 MB of bytes', code: `return new Uint8Array(5e7);` },
  {
    does: 'answers with __proto__',
    code: `return JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');`,
    harmless: true,
  },
  {
    does: 'answers with a hundred thousand levels',
    code: `let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; return deep;`,
  },
  {
    does: 'answers with a list in a list, in a list …',
    code: `let deep = []; for (let i = 0; i < 1e5; i++) deep = [deep]; return deep;`,
  },
  { does: 'answers with a value that holds itself', code: `const self = {}; self.self = self; return self;` },
  {
    does: 'answers with a value that grows by doubling',
    code: `let twice = ['x']; for (let i = 0; i < 60; i++) twice = [twice, twice]; return twice;`,
  },
  { does: 'answers with a getter that throws', code: `return { get bad() { throw new Error('got'); } };` },
  {
    does: 'answers with a Proxy that throws',
    code: `return new Proxy({}, { ownKeys() { throw new Error('trap'); }, get() { throw new Error('trap'); } });`,
  },
  { does: 'answers with functions and symbols', code: `return { f() {}, s: Symbol('x'), n: null };`, harmless: true },
  {
    does: "answers with what looks like the host's own",
    code: `return { $: 'error', v: { name: { x: 1 }, message: { y: 1 } } };`,
    harmless: true,
  },
  {
    does: 'answers with broken dates, numbers and maps',
    code: `return [new Date(NaN), NaN, -0, 10n ** 100n, new Map([[{}, 1]]), new Set([new Set()])];`,
    harmless: true,
  },
  { does: 'answers with half of a character', code: `return '\\ud800';`, harmless: true },
  { does: 'answers with a status that there is not', code: `return new RestResponse({}, 99999);` },
  {
    does: 'answers with a header that ends the headers',
    code: `return new RestResponse({}, 200, { 'X-A': 'a\\r\\nSet-Cookie: a=b' });`,
  },
  {
    does: 'answers with a header of a megabyte',
    code: `return new RestResponse({}, 200, { 'X-A': 'a'.repeat(2e6) });`,
  },
  { does: 'throws 30 MB', code: `throw new Error('x'.repeat(3e7));` },
  {
    does: 'throws a Proxy',
    code: `throw new Proxy(new Error('x'), { get() { throw new Error('trap'); }, getPrototypeOf() { throw new Error('trap'); } });`,
  },
  {
    does: 'throws an object whose message throws',
    code: `throw { get message() { throw 1; }, toString() { throw 2; } };`,
  },
  { does: 'throws null', code: `throw null;` },
  {
    does: 'throws an error of the interface whose data is no data',
    code: `throw Object.assign(new RestError('x', 'y', { status: 'z' }), { additionalErrors: [1, null, { code: 5 }] });`,
  },
  { does: 'recurses without end', code: `const again = () => again() + 1; return again();` },
];

/** The attempts in the callback of a route; none of them ends the place that the plugin runs in. */
export const ATTEMPTS: readonly Attempt[] = [...NODE, ...FILES, ...NETWORK, ...OTHERS, ...ANSWERS];
