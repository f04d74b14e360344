const DIGITS = 14;
const LARGEST_PLAIN = 1e15;
const SMALLEST_PLAIN = 1e-4;

/** Casts a scalar to text: true is `"1"`; false, null, lists and maps are `""`. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberToText(value);
  return value === true ? '1' : '';
}

/** Fractions keep 14 digits, and what is very large or small is written as `1.5E+30`. */
function numberToText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const rounded = Number(value.toPrecision(DIGITS));
  const size = Math.abs(rounded);
  if (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN) return String(rounded);
  const [mantissa = '', exponent] = rounded.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent}`;
}
