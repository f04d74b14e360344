import { inspect, types } from 'node:util';

/** How much of a message and of a stack is reported, in bytes: together they stay below 2 KB. */
const MOST = { name: 80, message: 800, stack: 800 } as const;

/** How an object that is no error is shown: shallow, without running any of its code. */
const SHOWN = { depth: 0, maxArrayLength: 5, maxStringLength: 200, customInspect: false } as const;

function cut(text: string, most: number): string {
  const start = text.slice(0, most);
  return start.length === text.length && Buffer.byteLength(start) <= most
    ? text
    : `${Buffer.from(start)
        .subarray(0, most - 3)
        .toString()}…`;
}

/** The engine's own getter of stacks, which newer versions of Node.js have in place of a value; it runs no code of others. */
const readStack = Object.getOwnPropertyDescriptor(new Error(), 'stack')?.get;

/** A property that is a text, an object's own or inherited; no getter of others and no proxy is run for it. */
function textOf(value: object, name: string): string | undefined {
  for (let at: object | null = value; at !== null && !types.isProxy(at); at = Object.getPrototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name);
    if (property === undefined) continue;
    const text = readStack && property.get === readStack ? Reflect.apply(readStack, value, []) : property.value;
    return typeof text === 'string' ? text : undefined;
  }
  return undefined;
}

/** Whether a value is no object, or a list of none, and not long. */
function isShort(value: unknown, most: number): boolean {
  if (typeof value === 'string') return cut(value, most) === value;
  if (types.isProxy(value) || typeof value === 'function') return false;
  if (Array.isArray(value)) return value.length < 9 && value.every((one) => !Array.isArray(one) && isShort(one, most));
  return typeof value !== 'object' || value === null;
}

/**
 * Whether reading an error and its cause runs no code of others, and all that they hold is short; a long stack is cut.
 *
 * @param most how many bytes a text may have
 */
function isHarmless(error: Error, most: number): boolean {
  if (textOf(error, 'name') === undefined || textOf(error, 'message') === undefined) return false;
  const stack = textOf(error, 'stack');
  if (stack === undefined || !Reflect.set(error, 'stack', cut(stack, most))) return false;
  return Object.entries(Object.getOwnPropertyDescriptors(error)).every(([name, { value, get }]) => {
    if (name === 'stack') return true;
    if (get !== undefined) return false;
    if (name === 'cause' && types.isNativeError(value)) return isHarmless(value, most / 2);
    return isShort(value, most);
  });
}

/**
 * Anything that was thrown, as an error that can be logged and shown: reading it throws nothing, and it is short. An
 * ordinary error is given back as it is.
 */
export function reportable(thrown: unknown): Error {
  if (typeof thrown === 'string') return errorOf(thrown);
  if ((typeof thrown !== 'object' || thrown === null) && typeof thrown !== 'function') return errorOf(String(thrown));
  if (types.isProxy(thrown)) return errorOf('a Proxy');
  try {
    if (types.isNativeError(thrown) && isHarmless(thrown, MOST.stack)) return thrown;
    const message = textOf(thrown, 'message') ?? inspect(thrown, SHOWN);
    return errorOf(message, textOf(thrown, 'name'), textOf(thrown, 'stack'));
  } catch {
    return errorOf('something that cannot be read');
  }
}

function errorOf(message: string, name = 'Error', stack = `${name}: ${message}`): Error {
  const error = new Error(cut(message, MOST.message));
  return Object.assign(error, { name: cut(name, MOST.name), stack: cut(stack, MOST.stack) });
}

/** What a thrown value says, in a short text. */
export const reasonOf = (thrown: unknown): string => reportable(thrown).message;
