import { Inject, Injectable } from '@nestjs/common';
import { VersionedCache } from '../../../platform/cache/versioned-cache.js';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { ROLLUPS_CACHE_SPACE } from '../../rollups/rollup-tables.js';
import type { ReportMetaResponse } from '../dto/report-meta.shapes.js';

export interface CachedFigures<Figures> {
  readonly figures: Figures;
  readonly freshness: Freshness;
}

export type Freshness = Omit<ReportMetaResponse, 'from' | 'to'>;

/** Raised when the members of cached figures change, so that versions side by side do not read each other's. */
const FORMAT = 2;
const AS_OF = namedSql(__dirname, 'as-of');

/** Computes figures, or returns cached ones if nothing was counted since. */
@Injectable()
export class ReportCache {
  constructor(
    private readonly cache: VersionedCache,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param report the name of the report, part of the cache key.
   * @param request everything that the figures depend on, in a canonical form.
   * @param maxAgeSeconds maximum age if nothing was counted, because some changes raise no event; slow figures (see
   * `VersionedCache`) may also be this old after changes. `as_of` gives the time up to which they are complete.
   */
  async fetch<Figures>(
    report: string,
    request: unknown,
    maxAgeSeconds: number,
    compute: () => Promise<Figures>,
  ): Promise<CachedFigures<Figures>> {
    const key = { space: ROLLUPS_CACHE_SPACE, name: `${FORMAT} ${report} ${JSON.stringify(request)}` };
    const { value, hit } = await this.cache.fetch(
      key,
      {
        maxAgeSeconds,
        slowThresholdMs: this.config.reports.slowThresholdMs,
        completeUntil: () => this.db.completeUntil,
      },
      async () => {
        // Before the figures, which may include more than was counted by then, but never less.
        const { completeUntil } = this.db;
        const [row] = await this.db.query<{ as_of: Date }>(AS_OF);
        const generatedAt = this.clock.now();
        const counted = row?.as_of ?? generatedAt;
        const asOf = completeUntil !== null && completeUntil < counted ? completeUntil : counted;
        return {
          figures: await compute(),
          generatedAt: generatedAt.toISOString(),
          asOf: asOf.toISOString(),
        };
      },
    );
    const freshness = {
      timezone: this.config.timeZone,
      generated_at: value.generatedAt,
      cached: hit,
      as_of: value.asOf,
    };
    return { figures: value.figures, freshness };
  }

  async forget(): Promise<void> {
    await this.cache.empty(ROLLUPS_CACHE_SPACE);
  }
}
