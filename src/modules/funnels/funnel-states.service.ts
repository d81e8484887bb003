import { Injectable } from '@nestjs/common';
import { assertPermission } from '../../platform/access/assert-permission.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { RestoreService } from '../sending/restore/restore.service.js';
import { SendingRuns } from '../sending/ledger/sending-runs.service.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { isTriggerName, notATrigger } from './definition/trigger-catalog.js';
import { FunnelRows } from './versions/funnel-rows.js';
import { VersionWriter } from './versions/version-writer.js';
import { FUNNELS, type FunnelStatus } from './definition/funnel-status.js';
import type { Funnel } from './definition/funnel.entity.js';

/** Changes the status of funnels; every transition is allowed, and active enrollments keep their place. */
@Injectable()
export class FunnelStates {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
    private readonly versions: VersionWriter,
    private readonly sendings: SendingRuns,
    private readonly restores: RestoreService,
  ) {}

  /**
   * Also resumes or holds the funnel's pending emails. After the restore of a backup they stay held until it is accepted.
   */
  async set(id: number, status: FunnelStatus): Promise<Funnel> {
    if (status === 'published') assertPermission('send_campaigns', 'Sorry, you are not allowed to publish a funnel.');
    return this.db.transaction(async (tx) => {
      const funnel = await this.rows.lock(tx, id);
      if (status === 'published' && !isTriggerName(funnel.triggerName))
        throw invalidParam('trigger_name', notATrigger(funnel.triggerName));
      if (status === 'published' && funnel.status !== 'published') await this.ignorePast(tx, funnel);
      if (status === 'published') await this.versions.freeze(tx, funnel);
      funnel.status = FUNNELS.next(funnel.status, 'set', status);
      const saved = await this.rows.save(tx, funnel);
      const source = { type: 'funnel', id } as const;
      if (status === 'published' && !(await this.restores.isStopped(tx))) await this.sendings.resume(tx, source);
      else await this.sendings.hold(tx, source);
      return saved;
    });
  }

  /** The funnel ignores events until now, and dates that were while it was not published. */
  private async ignorePast(tx: Tx, funnel: Funnel): Promise<void> {
    const [last] = await tx.query<{ id: number | null }>('SELECT MAX(id) AS id FROM domain_events');
    funnel.publishedAfter = last?.id ?? 0;
    await tx.execute('DELETE FROM funnel_watches WHERE funnel_id = :id', { id: funnel.id });
  }
}
