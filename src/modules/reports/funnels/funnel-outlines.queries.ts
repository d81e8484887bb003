import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { keep } from '../../../platform/values/collections.js';

export interface StepOutline {
  readonly id: number;
  readonly title: string;
  /** Whether the step sends emails of this funnel. */
  readonly isEmailStep: boolean;
}

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

/** Returns the stored steps in reading order: a step, then its branches, then the following step. */
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

/** Maximum number of cached versions. */
const REMEMBERED = 1_000;

/** Reads the titles of funnel steps. A version never changes, so each is parsed once per process. */
@Injectable()
export class FunnelOutlines {
  private readonly known = new Map<number, readonly StepOutline[]>();

  constructor(private readonly db: Database) {}

  /** @param wanted steps to include even if only earlier versions have them, with their newest title. */
  async steps(funnelId: number, versionId: number, wanted: Iterable<number>): Promise<readonly StepOutline[]> {
    const present = await this.ofVersion(versionId);
    const missing = new Set(wanted);
    for (const { id } of present) missing.delete(id);
    return missing.size === 0 ? present : [...present, ...(await this.former(funnelId, missing))];
  }

  private async former(funnelId: number, missing: Set<number>): Promise<StepOutline[]> {
    const found: StepOutline[] = [];
    const versions = await this.db.query<{ id: number }>(
      'SELECT id FROM funnel_versions WHERE funnel_id = :funnelId ORDER BY version DESC',
      { funnelId },
    );
    for (const { id } of versions) {
      found.push(...(await this.ofVersion(id)).filter((step) => missing.delete(step.id)));
      if (missing.size === 0) break;
    }
    return found.sort((one, other) => one.id - other.id);
  }

  private async ofVersion(versionId: number): Promise<readonly StepOutline[]> {
    const known = this.known.get(versionId);
    if (known) return known;
    const [row] = await this.db.query<{ steps: string }>('SELECT steps FROM funnel_versions WHERE id = :versionId', {
      versionId,
    });
    if (!row) return [];
    const outlines = outlinesOf(row.steps);
    keep(this.known, versionId, outlines, REMEMBERED);
    return outlines;
  }
}
