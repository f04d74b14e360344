import type { LaneFigures, Outcome, Verdict } from './outcome.ts';

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

const laneLine = (name: string, { rate, p50, cpu, isHeldBack }: LaneFigures): string => {
  const rates = `${number(rate.median)}${isHeldBack ? '+' : ''}`;
  return [
    `  ${name.padEnd(40)}`,
    rates.padStart(8),
    `(${number(rate.min)} to ${number(rate.max)})`.padEnd(19),
    number(p50.median).padStart(8),
    number(cpu.median).padStart(9),
  ].join(' ');
};

const verdictLine = ({ what, ratio, byCpu, atLeast, atMost, isMet }: Verdict): string => {
  const bound = atLeast !== undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  const spread = `(${number(ratio.min)} to ${number(ratio.max)})`;
  const cpu = byCpu === undefined ? '' : `, by processor time ${number(byCpu)}`;
  return `  ${isMet ? 'met   ' : 'MISSED'} ${what}: ${number(ratio.median)} ${spread}${cpu}; ${bound} is wanted`;
};

/** The head of the table. */
export const head = (): string =>
  `${'  '.padEnd(42)} ${'req/s'.padStart(8)} ${'(min to max)'.padEnd(19)} ${'p50 ms'.padStart(8)} ${'cpu µs'.padStart(9)}`;

/** The result of a case as lines. `+` after a rate: the load generator was the limit. */
export function lines({ name, lanes, figures = {}, verdicts }: Outcome): string {
  return [
    name,
    ...Object.entries(lanes).map(([lane, of]) => laneLine(lane, of)),
    ...Object.entries(figures).map(([what, value]) => `  ${what.padEnd(40)} ${value}`),
    ...verdicts.map(verdictLine),
  ].join('\n');
}
