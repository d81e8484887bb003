import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';

/** What is known of a version beside its steps. */
export interface VersionSummary {
  readonly id: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: number | null;
  readonly restoredFrom: number | null;
  readonly stepsCount: number;
  /** Who is on the way through it at present. */
  readonly activeCount: number;
}

@Injectable()
export class FunnelVersionsQueries {
  constructor(private readonly db: Database) {}

  /** The newest first. */
  async list(funnelId: number): Promise<VersionSummary[]> {
    return this.summaries(funnelId, null);
  }

  /** @throws AppError rest_post_invalid_id */
  async one(funnelId: number, version: number): Promise<VersionSummary> {
    const [summary] = await this.summaries(funnelId, version);
    if (!summary) throw notFound();
    return summary;
  }

  private async summaries(funnelId: number, version: number | null): Promise<VersionSummary[]> {
    return this.db.query<VersionSummary>(
      `SELECT v.id, v.version, v.created_at AS createdAt, v.created_by AS createdBy, v.restored_from AS restoredFrom,
              JSON_LENGTH(v.steps) AS stepsCount, COALESCE(e.total, 0) AS activeCount
         FROM funnel_versions v
         LEFT JOIN (SELECT version_id, COUNT(*) AS total FROM funnel_entries
                     WHERE funnel_id = :funnelId AND status = 'active' GROUP BY version_id) e ON e.version_id = v.id
        WHERE v.funnel_id = :funnelId ${version === null ? '' : 'AND v.version = :version'}
        ORDER BY v.version DESC`,
      { funnelId, ...(version === null ? {} : { version }) },
    );
  }
}
