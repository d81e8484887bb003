import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { localDay } from '../../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { AudienceFilter } from '../audience-filter/audience-filter.js';
import { AudienceFilterQueries } from '../audience-filter/audience-filter.queries.js';
import {
  comparedPeriod,
  optionalPeriod,
  type Period,
  type PeriodRequest,
  resolvePeriod,
} from '../periods/report-period.js';
import { ReportCurrency } from './report-currency.service.js';
import type { ReportRequest } from './report-request.js';

/** The validated scope of a report: days, comparison period, and audience. */
export interface ReportScope {
  readonly period: Period;
  /** Null without a comparison. */
  readonly comparedWith: Period | null;
  readonly audience: AudienceFilter;
}

/** Resolves the days, the audience, and the currency of a report. */
@Injectable()
export class ReportScopes {
  /** The time zone of the days. */
  readonly timeZone: string;

  constructor(
    private readonly audiences: AudienceFilterQueries,
    private readonly currencies: ReportCurrency,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.timeZone = config.timeZone;
  }

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async of({ period: request, compareWith, audience }: Omit<ReportRequest, 'includeMachine'>): Promise<ReportScope> {
    const period = this.period(request);
    return { period, comparedWith: comparedPeriod(period, compareWith), audience: await this.audience(audience) };
  }

  /** @throws AppError rest_invalid_param; invalid_date_range */
  period(request: PeriodRequest): Period {
    return resolvePeriod(request, this.today());
  }

  /**
   * Returns null, which means all time, if the caller gives no dates.
   * @throws AppError rest_invalid_param; invalid_date_range
   */
  optionalPeriod(request: PeriodRequest): Period | null {
    return optionalPeriod(request, this.today());
  }

  audience(requested: AudienceFilter): Promise<AudienceFilter> {
    return this.audiences.require(requested);
  }

  /** Returns null if there are no orders. */
  currency({ currency }: Pick<ReportRequest, 'currency'>): Promise<string | null> {
    return this.currencies.resolve(currency);
  }

  /** Returns the current local day. */
  today(): string {
    return localDay(this.clock.now(), this.timeZone);
  }
}
