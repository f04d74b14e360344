/** What is known of objects beside what they show of themselves. */
export interface Notes<K extends object, V> {
  get(object: K): V | undefined;
  set(object: K, note: V): void;
}

/** Gives its object to those that extend it, which add their private fields to it. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: what a constructor returns is what gets the fields.
    return object;
  }
}

/**
 * Notes on objects that live as short as a request. They do what a `WeakMap` does, whose entries the engine keeps, with
 * all that they lead to, until it collects old objects: a server that makes some for each request spends a tenth of its
 * time on that. A note is a private field here, which nobody sees who has the object, frozen or not.
 */
export function makeNotes<K extends object, V>(): Notes<K, V> {
  return class Noted extends Given {
    #note: V;

    constructor(object: K, note: V) {
      super(object);
      this.#note = note;
    }

    static get(object: K): V | undefined {
      return #note in object ? (object as unknown as Noted).#note : undefined;
    }

    static set(object: K, note: V): void {
      if (#note in object) (object as unknown as Noted).#note = note;
      else new Noted(object, note);
    }
  };
}
