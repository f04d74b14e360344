import { createHash } from 'node:crypto';
import type { Row } from './source.ts';

const ALL = 2n ** 64n;

/** How many rows a table has and what is in them, whatever their order: it can be gone on with after a stop. */
export class TableDigest {
  #rows: number;
  #sum: bigint;

  constructor(rows = 0, sum = '0') {
    this.#rows = rows;
    this.#sum = BigInt(sum);
  }

  /** Adds a row with the values of these columns. */
  add(row: Row, columns: readonly string[]): void {
    const values = columns.map((column) => (row[column] === null ? null : String(row[column])));
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
