import { asOwner, claim } from '../../core/hooks/index.ts';
import { type Logger, RestController, type RestServer } from '../../core/index.ts';

/** The class of a controller of one content type, taxonomy or the like. */
export type OwnController<T> = new (server: RestServer, of: T) => RestController;

/** What may name a controller class of its own: null for none, undefined for the default. */
interface Controlled<T> {
  readonly name: string;
  readonly show_in_rest: boolean;
  readonly controller: OwnController<T> | null | undefined;
}

/**
 * Finds the controller of a content type or taxonomy (2.1): its own class if it names one that extends
 * `RestController`, or else the default class. One without a class has no controller, and so no routes.
 */
export class OwnControllers<T extends Controlled<T>> {
  #default: OwnController<T> | undefined;
  readonly #kind: string;
  readonly #log: Logger;
  readonly #made = new Map<T, RestController | undefined>();

  /** @param kind what they are, as the log says it: `content type` */
  constructor(kind: string, log: Logger) {
    this.#kind = kind;
    this.#log = log;
  }

  /** The class of those that name none; it is the plugin's that sets it. */
  set default(controller: OwnController<T>) {
    this.#default = claim(controller);
  }

  /** Registers the routes of those that have a controller, in the name of the plugin whose class it is. */
  registerRoutes(of: readonly T[], server: RestServer): void {
    for (const one of of) {
      const controller = this.of(one, server);
      if (controller !== undefined) asOwner(controller.constructor, () => controller.registerRoutes());
    }
  }

  /** The controller, made once; undefined for one that has no routes. */
  of(one: T, server: RestServer): RestController | undefined {
    if (!this.#made.has(one)) this.#made.set(one, this.#make(one, server));
    return this.#made.get(one);
  }

  #make(one: T, server: RestServer): RestController | undefined {
    const Controller = one.controller === undefined ? this.#default : one.controller;
    if (!one.show_in_rest || Controller === undefined || Controller === null) return undefined;
    if (!(Controller.prototype instanceof RestController)) {
      this.#log.warn(`${this.#kind} "${one.name}" has no routes: its controller does not extend RestController`);
      return undefined;
    }
    return asOwner(Controller, () => new Controller(server, one));
  }
}
