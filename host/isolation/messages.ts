import type { Logger, PluginDefinition, Site } from '../../core/index.ts';
import type { Crossing } from './crossing.ts';

/** The data of a plugin's definition. */
export type Described = Omit<PluginDefinition, 'setup' | 'options' | 'hooks'>;

/** The input of setup in a compartment. */
export interface SetupInput {
  readonly options: unknown;
  readonly location: string;
  readonly site: Omit<Site, 'brand'>;
  readonly brand: { readonly name: string; readonly apiLinkRelation: string };
}

/** A tap that an isolated plugin made. */
export interface TapRecord {
  readonly hook: string;
  readonly kind: 'filter' | 'action';
  readonly options: unknown;
  /** The number of the function in the compartment. */
  readonly fn: number;
}

/** A route or a field that an isolated plugin registered; its functions are numbers. */
export type Registration =
  | {
      readonly what: 'route';
      readonly namespace: string;
      readonly path: string;
      readonly options: Readonly<Record<string, unknown>>;
      readonly schema: object | undefined;
      readonly groups: readonly {
        readonly data: Readonly<Record<string, unknown>>;
        readonly callback: number | undefined;
        readonly permission: number | undefined;
      }[];
      readonly override: boolean;
    }
  | {
      readonly what: 'field';
      readonly types: string | readonly string[];
      readonly attribute: string;
      readonly schema: unknown;
      readonly get: number | undefined;
      readonly update: number | undefined;
    };

/** A question of an isolated plugin, which waits for the answer. */
export type Question =
  | { readonly ask: 'has'; readonly hook: string }
  | { readonly ask: 'use' | 'find'; readonly service: string }
  | { readonly ask: 'member'; readonly service: string; readonly member: string; readonly args: readonly unknown[] }
  | { readonly ask: 'can'; readonly call: number; readonly args: readonly unknown[] }
  | { readonly ask: 'cookie'; readonly call: number; readonly name: string };

/** The outcome of a call: a value, an error, or the number of an outcome that is sent later. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown } | { readonly later: number };

/** A message of the host to a compartment. */
export type ToGuest =
  | { readonly type: 'setup'; readonly id: number; readonly input: SetupInput }
  | { readonly type: 'call'; readonly id: number; readonly fn: number; readonly args: readonly Crossing[] }
  | { readonly type: 'settled'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'ping'; readonly id: number };

/** A message of a compartment to the host. */
export type FromGuest =
  | { readonly type: 'loaded'; readonly outcome: Outcome }
  | { readonly type: 'result'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'question'; readonly question: Question }
  | { readonly type: 'log'; readonly level: keyof Logger; readonly details: object | string; readonly message?: string }
  | { readonly type: 'pong'; readonly id: number }
  | { readonly type: 'failed'; readonly message: string };

/** The first character of a message that is a line of the log: such messages are counted before they are read. */
export const LOG_MARK = 'l';

/** The first character of any other message. */
export const MESSAGE_MARK = 'm';
