import {
  type Constraint,
  constraintsOf,
  type Hook,
  type Tap,
  type UnmatchedConstraint,
} from '../../core/hooks/index.ts';

/** Why a tap runs right after the one before it: a constraint, a lower stage, or that it was collected later. */
export interface Step {
  readonly earlier: Tap;
  readonly later: Tap;
  readonly reason: Constraint | 'stage' | 'collected';
}

/** The order of a hook's taps with its reasons. */
export interface ExplainedOrder {
  readonly taps: readonly Tap[];
  /** Every constraint, between neighbours or not. */
  readonly constraints: readonly Constraint[];
  readonly unmatched: readonly UnmatchedConstraint[];
  /** One for each pair of neighbours. */
  readonly steps: readonly Step[];
}

/** Says why each tap of a sealed hook stands where it stands. */
export function explainOrder({ taps }: Hook): ExplainedOrder {
  const { constraints, unmatched } = constraintsOf(taps);
  const steps = taps.slice(1).map((later, position): Step => {
    const earlier = taps[position]!;
    const constraint = constraints.find((one) => one.earlier === earlier && one.later === later);
    // Without a constraint, the later one was free when the earlier one was chosen, so stage or collection decided.
    return { earlier, later, reason: constraint ?? (earlier.stage === later.stage ? 'collected' : 'stage') };
  });
  return { taps, constraints, unmatched, steps };
}
