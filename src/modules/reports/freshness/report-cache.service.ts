import { Inject, Injectable } from '@nestjs/common';
import { VersionedCache } from '../../../platform/cache/versioned-cache.js';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';

/** Figures, and how far they can be trusted. Moments are ISO 8601. */
export interface Measured<Figures> {
  readonly figures: Figures;
  readonly generatedAt: string;
  /** Every fact that was committed by then is in the figures. */
  readonly asOf: string;
  readonly cached: boolean;
}

const AS_OF = namedSql(__dirname, 'as-of');
const SPACE = 'reports';

/** Takes the figures of reports, or hands out those taken a moment ago if nothing was counted since. */
@Injectable()
export class ReportCache {
  constructor(
    private readonly cache: VersionedCache,
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param report its name, for the cache.
   * @param question everything the figures depend on, in a form that is the same for the same question.
   * @param maxAgeSeconds how long figures may serve when nothing is counted, because not everything raises an event; and
   * those that took long to take (see `VersionedCache`) although something was. `asOf` says how far they can be trusted.
   */
  async measure<Figures>(
    report: string,
    question: unknown,
    maxAgeSeconds: number,
    take: () => Promise<Figures>,
  ): Promise<Measured<Figures>> {
    const key = { space: SPACE, name: `${report} ${JSON.stringify(question)}` };
    const { value, hit } = await this.cache.fetch(
      key,
      { maxAgeSeconds, dearAfterMs: this.config.reports.dearAfterMs },
      async () => {
        const [row] = await this.db.query<{ as_of: Date }>(AS_OF);
        const generatedAt = this.clock.now();
        return {
          figures: await take(),
          generatedAt: generatedAt.toISOString(),
          asOf: (row?.as_of ?? generatedAt).toISOString(),
        };
      },
    );
    return { ...value, cached: hit };
  }

  /** Somebody was erased: what names people must not wait until it has aged. */
  async forget(): Promise<void> {
    await this.cache.empty(SPACE);
  }

  /** Something was counted: what was measured before is no longer served. */
  async outdate(): Promise<void> {
    await this.cache.invalidate(SPACE);
  }
}
