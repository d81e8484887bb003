import type { EventMatch } from '../definition/event-match.js';
import type { ActionName, Step } from '../definition/step.js';
import type { StepOutcome } from '../funnel-status.js';

/** `waiting`: for something that nobody can foresee, without a limit. `horizon`: still on its way when the time was over. */
export const SIMULATED_ENDS = ['completed', 'cancelled', 'waiting', 'horizon'] as const;
export type SimulatedEnd = (typeof SIMULATED_ENDS)[number];

export interface SimulatedStep {
  readonly stepId: number;
  readonly title: string;
  readonly action: ActionName;
  readonly at: Date;
  readonly outcome: StepOutcome;
  readonly branch: string | null;
  readonly detail: string | null;
}

/** What a contact would meet in a funnel if it came in now. */
export interface SimulatedWay {
  readonly contactId: number;
  readonly ends: SimulatedEnd;
  readonly exitReason: string | null;
  readonly endedAt: Date | null;
  readonly steps: readonly SimulatedStep[];
  /** The step before which it still stands, and until when, if that is known. */
  readonly waitingFor: { readonly step: Step; readonly until: Date | null; readonly event: EventMatch | null } | null;
}
