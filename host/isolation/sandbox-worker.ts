/** Runs in the worker thread of a sandbox: holds QuickJS in WebAssembly, in which the plugin runs, and hands messages on. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { createOperations } from './operations.ts';
import { Memory } from './web-assembly.ts';

/** The data that the worker is started with. */
export interface SandboxStart {
  readonly wasm: WebAssembly.Module;
  readonly script: string;
  readonly memory: number;
  readonly timeout: number;
  readonly startTimeout: number;
  readonly messageLimit: number;
  readonly network: boolean;
  /** The way of the answers to questions. */
  readonly answers: MessagePort;
  /** Whether an answer is there, and how many messages the host has not handled yet. */
  readonly counters: Int32Array;
}

/** The most messages that the host has not handled yet. */
const MOST_UNHANDLED = 32;

/** How long a sandbox waits for an answer of the host, in milliseconds. */
const ANSWER_TIMEOUT = 30_000;

/** The bytes of a page of WebAssembly's memory, and those that QuickJS starts with. */
const PAGE = 65_536;
const FIRST_PAGES = 256;

/** The most bytes of QuickJS's stack, which it checks itself. */
const STACK = 256 * 1024;

/** How many promises are settled before the time is looked at. */
const JOBS = 100;

const start = workerData as SandboxStart;
const { counters, answers, messageLimit } = start;
const host = parentPort!;

// The memory has a bound by itself: that which QuickJS counts leaves out what it cannot measure.
const wasmMemory = new Memory({
  initial: FIRST_PAGES,
  maximum: Math.max(FIRST_PAGES, Math.floor(start.memory / PAGE)),
});
const quickjs = await newQuickJSWASMModuleFromVariant(
  newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule: start.wasm, wasmMemory }),
);
const runtime = quickjs.newRuntime();
runtime.setMaxStackSize(STACK);
const vm = runtime.newContext();

let time = 0;
let deadline = 0;
let isLate = false;
let receive: QuickJSHandle | undefined;

runtime.setInterruptHandler(() => {
  isLate ||= performance.now() > deadline;
  return isLate;
});

/** Tells the host why the sandbox ends, and ends it; nothing of the plugin runs after that. */
function end(reason: string): never {
  host.postMessage({ over: reason });
  process.exit(0);
}

const endForMemory = (): never => end(`used more than ${Math.ceil(start.memory / 2 ** 20)} MB of memory`);

const endForTime = (): never => end(`was blocked for ${time} ms`);

/** Ends the sandbox for an error that no code of the plugin has caught. */
function endFor(error: QuickJSHandle): never {
  if (isLate) return endForTime();
  const { name, message } = (vm.dump(error) ?? {}) as Partial<Error>;
  if (name === 'InternalError' && message === 'out of memory') return endForMemory();
  return end(`failed: ${String(message ?? 'a value was thrown').slice(0, 2000)}`);
}

/** Runs code in the sandbox, and then all that has become ready by it, for no longer than it may take. */
function enter(allowed: number, work: () => ReturnType<typeof vm.callFunction>): void {
  time = allowed;
  deadline = time === 0 ? Number.POSITIVE_INFINITY : performance.now() + time;
  try {
    const result = work();
    if (result.error !== undefined) endFor(result.error);
    result.value.dispose();
    for (;;) {
      const jobs = runtime.executePendingJobs(JOBS);
      if (jobs.error !== undefined) endFor(jobs.error);
      // An asynchronous function makes a rejection of what has interrupted it.
      if (isLate || performance.now() > deadline) endForTime();
      if (jobs.value === 0) return;
    }
  } catch (error) {
    // What WebAssembly throws leaves the sandbox in no known state.
    end(`failed: ${String((error as Error).message).slice(0, 2000)}`);
  }
}

/** Hands the sandbox something that has happened. */
function tell(kind: string, text: string): void {
  enter(start.timeout, () => {
    const given = [vm.newString(kind), vm.newString(text)] as const;
    const result = vm.callFunction(receive!, vm.undefined, ...given);
    for (const handle of given) handle.dispose();
    return result;
  });
}

/** Runs something that waits for the host; that is not the plugin's time. */
function unmeasured<T>(work: () => T): T {
  const began = performance.now();
  const result = work();
  deadline += performance.now() - began;
  return result;
}

function send(text: string): void {
  if (text.length > messageLimit + 100) throw new RangeError(`a message is larger than ${messageLimit} bytes`);
  unmeasured(() => {
    for (;;) {
      const unhandled = Atomics.load(counters, 1);
      if (unhandled < MOST_UNHANDLED) break;
      Atomics.wait(counters, 1, unhandled);
    }
  });
  Atomics.add(counters, 1, 1);
  host.postMessage(text);
}

function ask(text: string): string {
  Atomics.store(counters, 0, 0);
  send(text);
  const outcome = unmeasured(() => Atomics.wait(counters, 0, 0, ANSWER_TIMEOUT));
  const received = receiveMessageOnPort(answers);
  if (outcome === 'timed-out' || received === undefined) throw new Error('the host did not answer');
  return received.message as string;
}

const operations = createOperations({
  send,
  ask,
  tell,
  exhausted: endForMemory,
  network: start.network,
  messageLimit,
});

const native = vm.newFunction('native', (operationHandle, argsHandle) => {
  if (isLate) endForTime();
  try {
    const operation = vm.getString(operationHandle);
    const args = JSON.parse(vm.getString(argsHandle)) as never[];
    if (!Object.hasOwn(operations, operation)) throw new TypeError(`there is no operation "${operation}"`);
    const result = (operations as unknown as Record<string, (...args: never[]) => unknown>)[operation]!(...args);
    return vm.newString(JSON.stringify(result) ?? 'null');
  } catch (error) {
    const { name, message } = error as Error;
    return { error: vm.newError({ name, message }) };
  }
});
const globals: readonly [string, QuickJSHandle][] = [
  ['native', native],
  ['limit', vm.newNumber(messageLimit)],
  ['network', start.network ? vm.true : vm.false],
];
for (const [name, value] of globals) vm.setProp(vm.global, name, value);
enter(start.startTimeout, () => {
  const result = vm.evalCode(start.script, 'plugin', { type: 'module' });
  receive = vm.getProp(native, 'receive');
  return result;
});

host.on('message', (text: string) => tell('message', text));
