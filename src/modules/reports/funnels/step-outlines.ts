export interface StepOutline {
  readonly id: number;
  readonly title: string;
  /** Whether the step sends emails of this funnel. */
  readonly isEmailStep: boolean;
}

/** The part of a stored step that reports read. */
interface StoredStep {
  readonly id: number;
  readonly title: string;
  readonly action: string;
  readonly parentId: number | null;
  readonly branch: string | null;
  /** Position among the steps of the same parent and branch. */
  readonly place: number;
}

const MAIL_ACTIONS = ['send_custom_email', 'send_campaign_email'];

/**
 * Returns the steps of a version in reading order: a step, then its branches, then the following step.
 * @param steps the stored JSON of the version.
 */
export function outlinesOf(steps: string): readonly StepOutline[] {
  const stored = (JSON.parse(steps) as StoredStep[]).sort((one, other) => one.place - other.place);
  const inside = (parentId: number | null): StepOutline[] => {
    const children = stored.filter((step) => step.parentId === parentId);
    return [...new Set(children.map(({ branch }) => branch))].flatMap((branch) =>
      children
        .filter((step) => step.branch === branch)
        .flatMap(({ id, title, action }) => [{ id, title, isEmailStep: MAIL_ACTIONS.includes(action) }, ...inside(id)]),
    );
  };
  return inside(null);
}
