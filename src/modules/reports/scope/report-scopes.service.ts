import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { localDay } from '../../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { type AudienceFilter, ordered } from '../audience-filter/audience-filter.js';
import {
  comparedPeriod,
  type Comparison,
  optionalPeriod,
  type Period,
  type PeriodRequest,
  resolvePeriod,
} from '../periods/report-period.js';

/** The parameters of a report. A report uses only those that it documents. */
export interface ReportRequest {
  readonly period: PeriodRequest;
  readonly compareWith: Comparison;
  readonly audience: AudienceFilter;
  /** Whether opens and clicks by scanners and prefetchers count. */
  readonly includeMachine: boolean;
  /** ISO 4217; undefined for the default currency of reports. */
  readonly currency?: string | undefined;
}

export interface ReportScope {
  readonly period: Period;
  /** Null without a comparison. */
  readonly comparedWith: Period | null;
  readonly audience: AudienceFilter;
}

@Injectable()
export class ReportScopes {
  readonly timeZone: string;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.timeZone = config.timeZone;
  }

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async of({ period: request, compareWith, audience }: Omit<ReportRequest, 'includeMachine'>): Promise<ReportScope> {
    const period = this.period(request);
    return { period, comparedWith: comparedPeriod(period, compareWith), audience: await this.audience(audience) };
  }

  period(request: PeriodRequest): Period {
    return resolvePeriod(request, this.today());
  }

  /** Returns null, which means all time, if the caller gives no dates. */
  optionalPeriod(request: PeriodRequest): Period | null {
    return optionalPeriod(request, this.today());
  }

  async audience(requested: AudienceFilter): Promise<AudienceFilter> {
    const filter = ordered(requested);
    const [lists, tags] = await Promise.all([this.count('lists', filter.lists), this.count('tags', filter.tags)]);
    if (lists !== filter.lists.length || tags !== filter.tags.length) throw notFound('post');
    return filter;
  }

  /** Default: `REPORT_CURRENCY`, else the currency with the most orders; null without orders. */
  async currency({ currency }: Pick<ReportRequest, 'currency'>): Promise<string | null> {
    const chosen = currency ?? this.config.commerce.reportCurrency;
    if (chosen !== null) return chosen;
    const [row] = await this.db.query<{ currency: string }>(
      'SELECT currency FROM revenue_daily_stats GROUP BY currency ORDER BY SUM(orders) DESC, currency LIMIT 1',
    );
    return row?.currency ?? null;
  }

  today(): string {
    return localDay(this.clock.now(), this.timeZone);
  }

  private async count(table: 'lists' | 'tags', ids: readonly number[]): Promise<number> {
    return ids.length === 0 ? 0 : numberOf(this.db, `SELECT COUNT(*) FROM ${table} WHERE id IN (:ids)`, { ids });
  }
}
