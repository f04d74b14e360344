import { createHash } from 'node:crypto';

const ALL = 2n ** 64n;

/**
 * A value as it is the same on every system: numbers as their digits, true and false as 1 and 0, bytes as hexadecimal digits,
 * dates as the texts that they are.
 */
function canonical(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return String(Number(value));
  return value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : String(value);
}

/** How many rows a table has and what is in them, whatever their order: it can be gone on with after a stop. */
export class TableDigest {
  #rows: number;
  #sum: bigint;

  constructor(rows = 0, sum = '0') {
    this.#rows = rows;
    this.#sum = BigInt(sum);
  }

  /** Adds a row with the values of these columns. */
  add(row: Readonly<Record<string, unknown>>, columns: readonly string[]): void {
    const values = columns.map((column) => canonical(row[column]));
    const bytes = createHash('sha256').update(JSON.stringify(values)).digest();
    this.#sum = (this.#sum + bytes.readBigUInt64LE()) % ALL;
    this.#rows++;
  }

  get rows(): number {
    return this.#rows;
  }

  get sum(): string {
    return String(this.#sum);
  }

  equals(other: TableDigest): boolean {
    return this.rows === other.rows && this.sum === other.sum;
  }
}
