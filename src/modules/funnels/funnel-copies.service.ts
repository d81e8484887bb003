import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { Database } from '../../platform/database/database.js';
import type { Step } from './definition/step.js';
import { FunnelRows } from './funnel-rows.js';
import { TITLE_LENGTH } from './funnel-title.js';
import { Funnel } from './funnel.entity.js';
import { VersionWriter } from './versions/version-writer.js';

const MARK = '[Copy] ';

/** New drafts made from funnels that are there. */
@Injectable()
export class FunnelCopies {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly rows: FunnelRows,
    private readonly versions: VersionWriter,
  ) {}

  /**
   * The same rules and steps, with nobody inside. The steps are others, so that figures of the two stay apart; what speaks
   * of a step, or of the funnel itself, speaks of the copy's.
   * @throws AppError rest_post_invalid_id
   */
  async duplicate(id: number, createdBy: number): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const original = await this.rows.lock(tx, id);
      const originalSteps = await this.versions.present(tx, original);
      const { triggerName, conditions, settings } = original;
      const copy = await this.rows.save(
        tx,
        tx.manager.create(Funnel, {
          title: Array.from(MARK + original.title)
            .slice(0, TITLE_LENGTH)
            .join(''),
          status: 'draft',
          triggerName,
          conditions,
          settings,
          versionId: 0,
          version: 0,
          migrating: 0,
          revision: 0,
          createdBy,
          deletedAt: null,
        }),
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
    createdAt: now,
    updatedAt: now,
  } as Step;
}

/** What names a step by `sequence_id` names its copy. One that is no longer there is left: nothing is ever done to it. */
function repointed<Named extends object>(named: Named, idOf: ReadonlyMap<number, number>): Named {
  if (!('sequence_id' in named) || typeof named.sequence_id !== 'number') return named;
  return { ...named, sequence_id: idOf.get(named.sequence_id) ?? named.sequence_id };
}
