import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/database/database.js';
import type { Step } from './definition/step.js';
import { FunnelRows } from './versions/funnel-rows.js';
import { type Funnel, TITLE_LENGTH } from './definition/funnel.entity.js';
import { VersionWriter } from './versions/version-writer.js';

const MARK = '[Copy] ';

@Injectable()
export class FunnelCopies {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly rows: FunnelRows,
    private readonly versions: VersionWriter,
  ) {}

  /**
   * Creates a draft with the same rules and steps. The steps get new ids, so that their figures stay apart; references to
   * steps and to the funnel itself point to the copy.
   */
  async duplicate(id: number, createdBy: number): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const original = await this.rows.lock(tx, id);
      const originalSteps = await this.versions.currentSteps(tx, original);
      const { triggerName, conditions, settings } = original;
      const title = Array.from(MARK + original.title)
        .slice(0, TITLE_LENGTH)
        .join('');
      const copy = await this.rows.save(
        tx,
        this.rows.draft(tx, { title, triggerName, conditions, settings, createdBy }),
      );
      const ids = await this.versions.newIds(tx, copy, originalSteps.length);
      const idOf = new Map(originalSteps.map((step, index) => [step.id, ids[index] ?? 0]));
      const now = (await this.clock.now(tx)).toISOString();
      const steps = originalSteps.map((step) => copyOf(step, idOf, { from: id, to: copy.id }, now));
      await this.versions.write(tx, copy, steps, { createdBy, restoredFrom: null, migrate: false });
      return this.rows.save(tx, copy);
    });
  }
}

function copyOf(
  step: Step,
  idOf: ReadonlyMap<number, number>,
  funnel: { readonly from: number; readonly to: number },
  now: string,
): Step {
  const settings = repointed(step.settings, idOf);
  return {
    ...step,
    id: idOf.get(step.id) ?? 0,
    parentId: step.parentId === null ? null : (idOf.get(step.parentId) ?? null),
    settings:
      'funnel_id' in settings && settings.funnel_id === funnel.from ? { ...settings, funnel_id: funnel.to } : settings,
    since: 1,
    // The copy is a draft.
    snippets: null,
    createdAt: now,
    updatedAt: now,
  } as Step;
}

/** Points `sequence_id` to the copied step; references to deleted steps stay as they are. */
function repointed<Named extends object>(named: Named, idOf: ReadonlyMap<number, number>): Named {
  if (!('sequence_id' in named) || typeof named.sequence_id !== 'number') return named;
  return { ...named, sequence_id: idOf.get(named.sequence_id) ?? named.sequence_id };
}
