import { Injectable } from '@nestjs/common';
import { assertMaySend } from '../../../platform/access/assert-permission.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Funnel } from '../definition/funnel.entity.js';
import { type OneVersionResponse, treeOf, type VersionResponse } from '../dto/sequence.shapes.js';
import { FunnelRows } from './funnel-rows.js';
import { RunningFunnels } from './running-funnels.service.js';
import { VersionWriter } from './version-writer.js';

@Injectable()
export class FunnelVersions {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
    private readonly funnels: RunningFunnels,
    private readonly versions: VersionWriter,
  ) {}

  /** Newest first. */
  async list(funnelId: number): Promise<VersionResponse[]> {
    return (await this.summaries(funnelId, null)).map(({ summary }) => summary);
  }

  async one(funnelId: number, version: number): Promise<OneVersionResponse> {
    const [found] = await this.summaries(funnelId, version);
    if (!found) throw notFound();
    const sequences = treeOf(await this.funnels.definition(found.id), funnelId);
    return { version: { ...found.summary, sequences } };
  }

  /**
   * Creates a new version from an older one; steps keep their ids. Only loops are checked: a rollback must be possible even if
   * an object that a step names was deleted.
   */
  async restore(id: number, version: number, migrate: boolean, principal: Principal): Promise<Funnel> {
    return this.db.transaction(async (tx) => {
      const funnel = await this.rows.lock(tx, id);
      if (funnel.status === 'published') assertMaySend('a published funnel');
      const steps = await this.versions.find(tx, id, version);
      if (!steps) throw notFound();
      await this.versions.assertNoLoops(tx, funnel, steps);
      await this.versions.write(tx, funnel, steps, { createdBy: principal.managerId, restoredFrom: version, migrate });
      return this.rows.save(tx, funnel);
    });
  }

  private async summaries(
    funnelId: number,
    version: number | null,
  ): Promise<{ readonly id: number; readonly summary: VersionResponse }[]> {
    await this.rows.find(funnelId);
    const rows = await this.db.query<
      Omit<VersionResponse, 'created_at'> & { readonly id: number; readonly createdAt: Date }
    >(
      `SELECT v.id, v.created_at AS createdAt, v.version, v.created_by, v.restored_from,
              JSON_LENGTH(v.steps) AS steps_count, COALESCE(e.total, 0) AS active_count
         FROM funnel_versions v
         LEFT JOIN (SELECT version_id, COUNT(*) AS total FROM funnel_entries
                     WHERE funnel_id = :funnelId AND status = 'active' GROUP BY version_id) e ON e.version_id = v.id
        WHERE v.funnel_id = :funnelId ${version === null ? '' : 'AND v.version = :version'}
        ORDER BY v.version DESC`,
      { funnelId, version },
    );
    return rows.map(({ id, createdAt, version: number, ...rest }) => ({
      id,
      summary: { version: number, created_at: createdAt.toISOString(), ...rest },
    }));
  }
}
