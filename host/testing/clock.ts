/** The present of a test host: stands still until it is moved. */
export interface Clock {
  now(): Date;
  /** Sets the present: a date, milliseconds since 1970, or a text with its zone: `2026-03-01T10:00:00Z`. */
  set(present: Date | number | string): void;
  /** Moves the present by milliseconds. */
  advance(milliseconds: number): void;
}

/** Makes a clock; throws a `TypeError` for what is no date. */
export function createClock(start: Date | number | string): Clock {
  const read = (present: Date | number | string): number => {
    const milliseconds = new Date(present).getTime();
    if (Number.isNaN(milliseconds)) throw new TypeError(`${JSON.stringify(present)} is no date`);
    return milliseconds;
  };
  let present = read(start);
  return {
    now: () => new Date(present),
    set: (date) => {
      present = read(date);
    },
    advance: (milliseconds) => {
      present += milliseconds;
    },
  };
}
