import { Injectable } from '@nestjs/common';
import { notFound } from '../../../platform/errors/app-error.js';
import { percent } from '../../../platform/rates/rates.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { ALL_CONTACTS, type AudienceFilter, refuseAudience } from '../audience-filter/audience-filter.js';
import { AudienceFilterQueries } from '../audience-filter/audience-filter.queries.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { EngagementQueries } from '../engagement/engagement.queries.js';
import { distributionOf } from '../engagement/score-distribution.js';
import { asMoney, type EmailFigures, sumOf, trackingOf } from '../figures/figures.js';
import { daysOf, type Period } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { ReportScopes } from '../scope/report-scopes.service.js';
import type { ListReportsResponse, OneLabelReportResponse } from './dto/label-report.shapes.js';
import { type Changes, LabelReportsQueries, type LabelRow } from './label-reports.queries.js';
import type { LabelKind } from './label-sql.js';

type LabelFigures = ListReportsResponse['lists'][number];

export type LabelReports = Omit<ListReportsResponse, 'lists'> & { readonly labels: readonly LabelFigures[] };

type LabelReportRequest = Pick<ReportRequest, 'period' | 'audience' | 'includeMachine' | 'currency'>;

const MAX_AGE_SECONDS = 300;
const NO_CHANGES: Changes = { added: 0, removed: 0 };

/** Computes reports of lists and tags. Their sizes are maintained counters and are not cached. */
@Injectable()
export class LabelReportsService {
  constructor(
    private readonly queries: LabelReportsQueries,
    private readonly engagement: EngagementQueries,
    private readonly audiences: AudienceFilterQueries,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  /** @throws AppError rest_invalid_param, for lists and tags too; invalid_date_range */
  async all(kind: LabelKind, request: LabelReportRequest): Promise<LabelReports> {
    const { period, currency } = await this.scopeOf(request);
    const key = { period, currency };
    const { figures, freshness } = await this.cache.fetch(`${kind}s`, key, MAX_AGE_SECONDS, async () => {
      const [emails, changes, revenue] = await Promise.all([
        this.queries.emailsOfEach(kind, period, ALL_CONTACTS),
        this.queries.changesOfEach(kind, period),
        currency === null ? [] : this.queries.revenueOfEach(kind, period, currency, ALL_CONTACTS),
      ]);
      // Cached values must survive JSON.
      return { emails: [...emails], changes: [...changes], revenue: [...revenue] };
    });
    const emailsByLabel = new Map(figures.emails);
    const changes = new Map(figures.changes);
    const revenue = new Map(figures.revenue);
    const labels = await this.queries.labels(kind);
    return {
      labels: labels.map((label) => ({
        ...growthOf(label, changes.get(label.id)),
        ...emailsOf(emailsByLabel.get(label.id), request.includeMachine),
        revenue: asMoney(revenue.get(label.id) ?? 0, currency),
      })),
      currency,
      meta: { ...period, ...freshness },
    };
  }

  /** @throws AppError as `all`; rest_post_invalid_id */
  async one(kind: LabelKind, id: number, request: LabelReportRequest): Promise<OneLabelReportResponse> {
    const { period, currency } = await this.scopeOf(request);
    const today = this.scopes.today();
    const dates = daysOf(period);
    const label = await this.queries.label(kind, id);
    if (label === null) throw notFound();
    const audience: AudienceFilter = { ...ALL_CONTACTS, [`${kind}s`]: [id] };
    const key = { id, period, currency, today, audience };
    const { figures, freshness } = await this.cache.fetch(kind, key, MAX_AGE_SECONDS, async () => {
      const [emails, changes, revenue, statuses, scores, contacts] = await Promise.all([
        this.queries.emailsOfOne(kind, id, period),
        this.queries.changesOfOne(kind, id, period),
        currency === null ? 0 : this.queries.revenueOfOne(kind, id, period, currency),
        this.queries.statusesOfOne(kind, id),
        this.engagement.scores({ period: null, audience }, today),
        this.audiences.size(audience),
      ]);
      return { emails, changes, revenue, statuses, scores: distributionOf(scores, contacts) };
    });
    const { emails, changes, revenue, statuses, scores } = figures;
    const byDay = new Map(changes.map((change) => [change.day, change]));
    const byStatus = new Map(statuses.map(({ status, total }) => [status, total]));
    return {
      ...growthOf(label, sumOf(NO_CHANGES, changes)),
      ...emailsOf(emails, request.includeMachine),
      revenue: asMoney(revenue, currency),
      growth: dates.map((date) => {
        const { added, removed } = byDay.get(date) ?? NO_CHANGES;
        return { date, added, removed, net: added - removed };
      }),
      engagement: { score_average: scores.average, distribution: scores.distribution },
      status_breakdown: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, byStatus.get(status) ?? 0])),
      currency,
      meta: { ...period, ...freshness },
    };
  }

  /** It is ambiguous which figures of a label a filter would apply to, so filters are refused. */
  private async scopeOf(
    request: LabelReportRequest,
  ): Promise<{ readonly period: Period; readonly currency: string | null }> {
    const period = this.scopes.period(request.period);
    refuseAudience(request.audience, 'cannot filter this report');
    return { period, currency: await this.scopes.currency(request) };
  }
}

const growthOf = ({ id, title, totalCount, subscribersCount }: LabelRow, { added, removed } = NO_CHANGES) => ({
  ...{ id, title, totalCount, subscribersCount },
  new: added,
  lost: removed,
  net_growth: added - removed,
});

/** Rates are percentages of the emails sent. */
function emailsOf(emails: EmailFigures | undefined, includeMachine: boolean) {
  if (emails === undefined) return { sent: 0, open_rate: 0, click_rate: 0 };
  const { opened, clicked } = trackingOf(emails, includeMachine);
  return { sent: emails.sent, open_rate: percent(opened, emails.sent), click_rate: percent(clicked, emails.sent) };
}
