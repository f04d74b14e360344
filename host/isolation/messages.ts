import type { Logger, PluginDefinition, Site } from '../../core/index.ts';

/** The data that a worker is started with. */
export interface WorkerStart {
  /** The file of the plugin. */
  readonly entry: string;
  readonly location: string;
  /** Modules that the plugin may not import. */
  readonly denied: readonly string[];
  /** Whether globals that reach other machines, such as `fetch`, are available. */
  readonly network: boolean;
}

/** The data of a plugin's definition. */
export type Described = Pick<
  PluginDefinition,
  | 'name'
  | 'version'
  | 'description'
  | 'author'
  | 'authorUri'
  | 'uri'
  | 'requires'
  | 'after'
  | 'replaces'
  | 'capabilities'
  | 'settings'
>;

/** The input of setup in a worker. */
export interface SetupInput {
  readonly options: unknown;
  readonly site: Omit<Site, 'brand'>;
  readonly brand: { readonly name: string; readonly apiLinkRelation: string };
}

/** A tap that a plugin made in its worker. */
export interface TapRecord {
  readonly hook: string;
  readonly kind: 'filter' | 'action';
  readonly options: unknown;
  /** The number of the function in the worker. */
  readonly fn: number;
}

/** A route or a field that a plugin registered in its worker; its functions are numbers. */
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

/** A question that a worker asks the host while it blocks. */
export type Question =
  | { readonly ask: 'has'; readonly hook: string }
  | { readonly ask: 'use' | 'find'; readonly service: string }
  | { readonly ask: 'member'; readonly service: string; readonly member: string; readonly args: readonly unknown[] }
  | { readonly ask: 'can'; readonly call: number; readonly args: readonly unknown[] }
  | { readonly ask: 'cookie'; readonly call: number; readonly name: string };

/** The outcome of a call: a value, an error, or the number of an outcome that is sent later. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown } | { readonly later: number };

/** A message of the host to a worker. */
export type ToWorker =
  | { readonly type: 'setup'; readonly id: number; readonly input: SetupInput }
  | { readonly type: 'call'; readonly id: number; readonly fn: number; readonly args: readonly unknown[] }
  | { readonly type: 'settled'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'ping'; readonly id: number };

/** A message of a worker to the host. */
export type FromWorker =
  | { readonly type: 'loaded'; readonly outcome: Outcome; readonly port: unknown; readonly flag: Int32Array }
  | { readonly type: 'result'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'question'; readonly question: Question }
  | { readonly type: 'log'; readonly level: keyof Logger; readonly details: object | string; readonly message?: string }
  | { readonly type: 'pong'; readonly id: number };
