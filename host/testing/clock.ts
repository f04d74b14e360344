/** The clock of a test host; its time changes only by `set` and `advance`. */
export interface Clock {
  now(): Date;
  /** Sets the time: a date, milliseconds since 1970, or a text with a zone: `2026-03-01T10:00:00Z`. */
  set(present: Date | number | string): void;
  /** Advances the time by milliseconds. */
  advance(milliseconds: number): void;
}

/** Creates a clock. Throws a `TypeError` for an invalid date. */
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
