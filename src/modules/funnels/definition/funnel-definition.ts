import type { AwaitedEvent } from './event-match.js';
import { type ActionName, type Step, awaitedBy, stepTypeOf } from './step.js';

/** The way through one version of a funnel. Pure; made once per version and process. */
export class FunnelDefinition {
  readonly steps: ReadonlyMap<number, Step>;
  /** The events that some step is about. */
  readonly listensTo: ReadonlySet<AwaitedEvent>;
  private readonly siblings = new Map<string, Step[]>();

  /**
   * @param version its number.
   * @param secrets the header values that are masked in the steps, encrypted.
   */
  constructor(
    readonly versionId: number,
    readonly version: number,
    steps: readonly Step[],
    readonly secrets: string | null = null,
  ) {
    this.steps = new Map(steps.map((step) => [step.id, step]));
    for (const step of [...steps].sort((a, b) => a.place - b.place)) {
      const key = placeOf(step.parentId, step.branch);
      this.siblings.set(key, [...(this.siblings.get(key) ?? []), step]);
    }
    this.listensTo = new Set(steps.flatMap((step) => awaitedBy(step)?.event ?? []));
  }

  /** Null in an empty funnel. */
  get first(): Step | null {
    return this.children(null, null)[0] ?? null;
  }

  step(id: number | null): Step | null {
    return id === null ? null : (this.steps.get(id) ?? null);
  }

  /** In their order; null and null for the top. */
  children(parentId: number | null, branch: string | null): readonly Step[] {
    return this.siblings.get(placeOf(parentId, branch)) ?? [];
  }

  /**
   * The step after one that has run: the first of the branch that it chose, else its next sibling, else what follows the
   * step that it stands in. Null at the end.
   */
  after(step: Step, branch: string | null): Step | null {
    const inside = branch === null ? undefined : this.children(step.id, branch)[0];
    return inside ?? this.past(step);
  }

  /** What lies ahead on the way whatever is chosen in branches yet to come, from the step itself on. */
  *ahead(step: Step): Generator<Step> {
    for (let here: Step | null = step; here !== null; here = this.past(here)) yield here;
  }

  /**
   * Where somebody goes on in this version who was to come to `step` of `old`: the same step if it is here, else whatever
   * comes first of what followed it there; null at the end.
   */
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

export const isMailAction = (action: ActionName): boolean =>
  action === 'send_custom_email' || action === 'send_campaign_email';

export const isMail = ({ action }: Step): boolean => isMailAction(action);

/** Whether somebody may stay here for a while whatever happens: such a step breaks every loop. */
export function takesTime(step: Step): boolean {
  if (step.delay > 0) return true;
  if (stepTypeOf(step.action) === 'benchmark') return awaitedBy(step) !== null && isRequired(step);
  if (step.action !== 'wait_times') return false;
  const { settings } = step;
  return settings.wait_type === 'unit_wait' && settings.wait_time_amount > 0;
}

/** A benchmark that is waited at. */
export function isRequired(step: Step): boolean {
  return 'type' in step.settings && step.settings.type === 'required';
}

const placeOf = (parentId: number | null, branch: string | null): string => `${parentId ?? ''}:${branch ?? ''}`;
