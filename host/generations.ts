import type { Generation } from '../core/generation.ts';
import { collectGarbageSoon } from './gc.ts';
import type { Lease } from './http/handler.ts';

interface Member {
  readonly generation: Generation;
  requests: number;
}

/** Disposes of a generation that has been replaced. */
async function retire({ generation }: Member): Promise<void> {
  await generation.dispose();
  collectGarbageSoon();
}

/** The running generation of a host, and older ones that still have requests to finish. */
export class Generations {
  #current: Member;
  readonly #retired = new Set<Member>();
  readonly #ending = new Set<Promise<void>>();

  constructor(generation: Generation) {
    this.#current = { generation, requests: 0 };
  }

  /** The generation that serves new requests. */
  get current(): Generation {
    return this.#current.generation;
  }

  /** Leases the running generation to a request; it is not disposed of before the lease is released. */
  lease(): Lease {
    const member = this.#current;
    member.requests++;
    return {
      generation: member.generation,
      release: () => {
        member.requests--;
        if (member.requests > 0 || !this.#retired.delete(member)) return;
        const end = retire(member).finally(() => this.#ending.delete(end));
        this.#ending.add(end);
      },
    };
  }

  /** Replaces the running generation; the old one is disposed of when its last request has ended. */
  async replace(next: Generation): Promise<void> {
    const old = this.#current;
    this.#current = { generation: next, requests: 0 };
    if (old.requests > 0) this.#retired.add(old);
    else await retire(old);
  }

  /** Disposes of all generations, even if they have in-flight requests. */
  async dispose(): Promise<void> {
    const members = [...this.#retired, this.#current];
    this.#retired.clear();
    for (const { generation } of members) await generation.dispose();
    await Promise.all(this.#ending);
  }
}
