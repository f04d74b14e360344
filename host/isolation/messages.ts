import type { Logger, PluginDefinition, Site } from '../../core/index.ts';

/** What a worker is started with. */
export interface WorkerStart {
  /** The file of the plugin. */
  readonly entry: string;
  readonly location: string;
  /** Modules that the plugin may not import. */
  readonly denied: readonly string[];
  /** Whether what reaches other machines stays in the global scope. */
  readonly network: boolean;
}

/** What of a plugin's definition is data. */
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

/** What a worker's setup is given. */
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
  /** The number of the function. */
  readonly fn: number;
}

/** A route or a field that a plugin registered in its worker; functions are numbers under `functions`. */
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

/** What a worker asks while it stands still. */
export type Question =
  | { readonly ask: 'has'; readonly hook: string }
  | { readonly ask: 'use' | 'find'; readonly service: string }
  | { readonly ask: 'member'; readonly service: string; readonly member: string; readonly args: readonly unknown[] }
  | { readonly ask: 'can'; readonly call: number; readonly args: readonly unknown[] }
  | { readonly ask: 'cookie'; readonly call: number; readonly name: string };

/** What crosses as an outcome: a value, an error, or the number of one that is still to come. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown } | { readonly later: number };

/** What the host sends to a worker. */
export type ToWorker =
  | { readonly type: 'setup'; readonly id: number; readonly input: SetupInput }
  | { readonly type: 'call'; readonly id: number; readonly fn: number; readonly args: readonly unknown[] }
  | { readonly type: 'settled'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'ping'; readonly id: number };

/** What a worker sends to the host. */
export type FromWorker =
  | { readonly type: 'loaded'; readonly outcome: Outcome; readonly port: unknown; readonly flag: Int32Array }
  | { readonly type: 'result'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'question'; readonly question: Question }
  | { readonly type: 'log'; readonly level: keyof Logger; readonly details: object | string; readonly message?: string }
  | { readonly type: 'pong'; readonly id: number };
