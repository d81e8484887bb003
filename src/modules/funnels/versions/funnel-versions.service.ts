import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/access/permissions.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { FunnelRows } from '../funnel-rows.js';
import type { Funnel } from '../funnel.entity.js';
import { VersionWriter } from './version-writer.js';

/** Steps as they are saved and brought back. What was saved once is never changed: people are on their way through it. */
@Injectable()
export class FunnelVersions {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
    private readonly versions: VersionWriter,
  ) {}

  /**
   * A new version with the steps of an older one, which stay who they were. They are not judged again but for loops: whoever
   * goes back has to get there, and what is gone since, such as a tag, is gone for those who never left that version, too.
   * @throws AppError rest_post_invalid_id; rest_forbidden
   */
  async restore(id: number, version: number, migrate: boolean, principal: Principal): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const funnel = await this.rows.lock(tx, id);
      this.versions.demandAccess(funnel, principal);
      const steps = await this.versions.find(tx, id, version);
      if (!steps) throw notFound();
      await this.versions.refuseLoops(tx, funnel, steps);
      await this.versions.write(tx, funnel, steps, { createdBy: principal.managerId, restoredFrom: version, migrate });
      return this.rows.save(tx, funnel);
    });
  }
}
