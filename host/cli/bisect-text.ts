import type { LocatedPlugin } from '../../core/index.ts';
import type { Answer, Change } from '../bisect/answer.ts';
import type { Culprit, Findings } from '../bisect/bisect.ts';

/** The most characters of a value that a line shows. */
const LONGEST = 60;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const changeText = ({ path, from, to }: Change): string => {
  if (to === undefined) return `${path} is gone; it was ${shown(from)}`;
  if (from === undefined) return `${path} is new: ${shown(to)}`;
  return `${path} was ${shown(from)}, and is ${shown(to)}`;
};

const outcome = ({ status, failure }: Answer): string =>
  failure === undefined ? `${status}` : `no answer: ${failure}`;

/** A plugin's name. */
export const nameOf = ({ definition }: LocatedPlugin): string => definition.name;

const culpritText = ({ plugin, changes, failures }: Culprit): string[] => [
  `${nameOf(plugin)} (${plugin.location}) changes the answer:`,
  ...changes.map((change) => `  ${changeText(change)}`),
  ...failures.map((failure) => `  it failed in ${failure}`),
];

function conclusion({ verdict, culprits, suspects }: Findings, expected: boolean): string {
  const those = `the ${suspects.length} plugins`;
  if (verdict === 'alike') return `The answer is the same without ${those}.`;
  if (verdict === 'met') return 'The answer is as expected.';
  if (verdict === 'open') {
    return `The answer is not as expected, whichever of ${those} is left out; tappet doctor bisect --all asks more of them.`;
  }
  const names = culprits.map(({ plugin }) => nameOf(plugin)).join(', ');
  return `Without ${names} the answer is ${expected ? 'as expected' : `as without all of ${those}`}.`;
}

/** What was found, for a person. */
export function findingsText(request: string, findings: Findings, expected: boolean): string[] {
  const { all, none, suspects, culprits } = findings;
  return [
    `${request}: ${outcome(all.answer)} with ${suspects.length} plugins under suspicion, ${outcome(none.answer)} without`,
    ...culprits.flatMap(culpritText),
    conclusion(findings, expected),
  ];
}

/** What was found, for a program. */
export function findingsObject(request: string, { all, none, suspects, verdict, culprits }: Findings) {
  const head = ({ answer: { status, failure } }: Findings['all']) => ({ status, failure });
  return {
    request,
    verdict,
    with: head(all),
    without: head(none),
    suspects: suspects.map(nameOf),
    culprits: culprits.map(({ plugin, changes, failures }) => ({
      plugin: nameOf(plugin),
      location: plugin.location,
      changes,
      failures,
    })),
  };
}
