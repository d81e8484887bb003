import { type ActionName, stepTypeOf } from './action-catalog.js';
import { type Step, awaitedBy } from './step.js';
import { gather } from '../../../platform/values/collections.js';

/** The steps of one version of a funnel; immutable, and cached per process. */
export class FunnelDefinition {
  readonly steps: ReadonlyMap<number, Step>;
  readonly awaitedEvents: ReadonlySet<string>;
  private readonly siblings = new Map<string, Step[]>();

  /** @param secrets the encrypted header values that are masked in the steps. */
  constructor(
    readonly versionId: number,
    readonly version: number,
    steps: readonly Step[],
    readonly secrets: string | null = null,
  ) {
    this.steps = new Map(steps.map((step) => [step.id, step]));
    for (const step of [...steps].sort((a, b) => a.place - b.place))
      gather(this.siblings, placeOf(step.parentId, step.branch), step);
    this.awaitedEvents = new Set<string>(steps.flatMap((step) => awaitedBy(step)?.event ?? []));
  }

  get first(): Step | null {
    return this.children(null, null)[0] ?? null;
  }

  step(id: number | null): Step | null {
    return id === null ? null : (this.steps.get(id) ?? null);
  }

  /** Returns the steps of a branch in their order; null and null for the top level. */
  children(parentId: number | null, branch: string | null): readonly Step[] {
    return this.siblings.get(placeOf(parentId, branch)) ?? [];
  }

  /** Returns the first step of the chosen branch, else the step that follows; null at the end. */
  after(step: Step, branch: string | null): Step | null {
    const inside = branch === null ? undefined : this.children(step.id, branch)[0];
    return inside ?? this.past(step);
  }

  /** Yields the step and all later steps that do not depend on the choice of a branch. */
  *ahead(step: Step): Generator<Step> {
    for (let here: Step | null = step; here !== null; here = this.past(here)) yield here;
  }

  /** Maps the next step of an enrollment in `old` to this version: the same step, or the first later step that still exists. */
  counterpart(old: FunnelDefinition, step: Step | null): Step | null {
    if (step === null) return null;
    for (const candidate of old.ahead(step)) {
      const same = this.steps.get(candidate.id);
      if (same) return same;
    }
    return null;
  }

  private past(step: Step): Step | null {
    for (let here: Step | null = step; here !== null; here = this.step(here.parentId)) {
      const next = this.children(here.parentId, here.branch)[here.place];
      if (next) return next;
    }
    return null;
  }
}

export const isEmailAction = (action: ActionName): boolean =>
  action === 'send_custom_email' || action === 'send_campaign_email';

export const isEmailStep = ({ action }: Step): boolean => isEmailAction(action);

/** Whether contacts can stay at the step for some time; such a step breaks loops. */
export function mayHoldContacts(step: Step): boolean {
  if (step.delay > 0) return true;
  if (stepTypeOf(step.action) === 'benchmark') return awaitedBy(step) !== null && isRequired(step);
  if (step.action !== 'wait_times') return false;
  const { settings } = step;
  return settings.wait_type === 'unit_wait' && settings.wait_time_amount > 0;
}

export function isRequired(step: Step): boolean {
  return 'type' in step.settings && step.settings.type === 'required';
}

const placeOf = (parentId: number | null, branch: string | null): string => `${parentId ?? ''}:${branch ?? ''}`;
