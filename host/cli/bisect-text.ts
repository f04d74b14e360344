import type { LocatedPlugin } from '../../core/plugin/index.ts';
import type { Answer, Change } from '../bisect/answer.ts';
import type { Culprit, Findings } from '../bisect/bisect.ts';

/** The most characters of a value in a line. */
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

const MORE = 'tappet doctor bisect --all suspects those that come with the host too';

function conclusion({ verdict, culprits, suspects }: Findings, expected: boolean, all: boolean): string {
  if (suspects.length === 0) return `There is no plugin to suspect${all ? '' : `; ${MORE}`}.`;
  if (verdict === 'alike') return 'The answer is the same without them.';
  if (verdict === 'met') return 'The answer is as expected.';
  if (verdict === 'open') {
    return `The answer is not as expected, whichever of them is left out${all ? '' : `; ${MORE}`}.`;
  }
  const names = culprits.map(({ plugin }) => nameOf(plugin)).join(', ');
  return `Without ${names} the answer is ${expected ? 'as expected' : 'as without any of them'}.`;
}

/**
 * The findings as text.
 *
 * @param expected - Whether there was an expectation.
 * @param all - Whether plugins that come with the host were suspects too.
 */
export function findingsText(request: string, findings: Findings, expected: boolean, all: boolean): string[] {
  const { suspects, culprits } = findings;
  const plugins = suspects.length === 1 ? 'the one plugin' : `the ${suspects.length} plugins`;
  const [on, off] = [findings.all, findings.none].map(({ answer }) => outcome(answer));
  return [
    `${request}: ${on} with ${plugins} under suspicion, ${off} without`,
    ...culprits.flatMap(culpritText),
    conclusion(findings, expected, all),
  ];
}

/** The findings as an object for `--format=json`. */
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
