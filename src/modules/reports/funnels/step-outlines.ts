/** A step as reports name it. */
export interface StepOutline {
  readonly id: number;
  readonly title: string;
  /** Whether mails of this funnel are what it sends. */
  readonly isMail: boolean;
}

/** As much as reports read of a step, as versions of funnels hold it. */
interface StoredStep {
  readonly id: number;
  readonly title: string;
  readonly action: string;
  readonly parentId: number | null;
  readonly branch: string | null;
  /** Among those of the same parent and branch. */
  readonly place: number;
}

const MAIL_ACTIONS = ['send_custom_email', 'send_campaign_email'];

/**
 * The steps of a version in the order in which they are read: each before the ways that lead out of it, and those before
 * what follows it.
 * @param steps the JSON that the version holds.
 */
export function outlinesOf(steps: string): readonly StepOutline[] {
  const stored = (JSON.parse(steps) as StoredStep[]).sort((one, other) => one.place - other.place);
  const inside = (parentId: number | null): StepOutline[] => {
    const children = stored.filter((step) => step.parentId === parentId);
    return [...new Set(children.map(({ branch }) => branch))].flatMap((branch) =>
      children
        .filter((step) => step.branch === branch)
        .flatMap(({ id, title, action }) => [{ id, title, isMail: MAIL_ACTIONS.includes(action) }, ...inside(id)]),
    );
  };
  return inside(null);
}
