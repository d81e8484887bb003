import { Injectable } from '@nestjs/common';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { ALL_CONTACTS, type AudienceFilter, refuseAudience } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { EngagementQueries } from '../engagement/engagement.queries.js';
import { distributionOf } from '../engagement/score-distribution.js';
import { ContactSums } from '../figures/contact-sums.queries.js';
import { figuresByDay, figuresOf, type FigureScope, type Sums } from '../figures/figure-catalog.js';
import { sumOf } from '../figures/sums.js';
import { daysOf } from '../periods/report-period.js';
import { type ReportRequest, ReportScopes } from '../scope/report-scopes.service.js';
import {
  labelFiguresShape,
  labelGrowthShape,
  type ListReportsResponse,
  type OneLabelReportResponse,
} from './dto/label-report.shapes.js';
import {
  CHANGES,
  type LabelKind,
  LabelReportsQueries,
  type LabelRow,
  type LabelScope,
} from './label-reports.queries.js';

type LabelFigures = ListReportsResponse['lists'][number];

type LabelReports = Omit<ListReportsResponse, 'lists'> & { readonly labels: readonly LabelFigures[] };

type LabelReportRequest = Pick<ReportRequest, 'period' | 'audience' | 'includeMachine' | 'currency'>;

const MAX_AGE_SECONDS = 300;

/** Computes reports of lists and tags. Their sizes are maintained counters and are not cached. */
@Injectable()
export class LabelReportsService {
  constructor(
    private readonly queries: LabelReportsQueries,
    private readonly engagement: EngagementQueries,
    private readonly sums: ContactSums,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async all(kind: LabelKind, request: LabelReportRequest): Promise<LabelReports> {
    const scope = await this.scopeOf(request);
    const { period, currency } = scope;
    const { figures, freshness } = await this.cache.fetch(`${kind}s`, scope, MAX_AGE_SECONDS, async () => {
      const [sums, changes] = await Promise.all([
        this.queries.sumsOfEach(kind, scope, ALL_CONTACTS, labelFiguresShape),
        this.queries.changesOfEach(kind, period),
      ]);
      // Cached values must survive JSON.
      return { sums: [...sums], changes: [...changes] };
    });
    const [sums, changes] = [new Map(figures.sums), new Map(figures.changes)];
    const figureScope = { includeMachine: request.includeMachine, currency };
    const labels = await this.queries.labels(kind);
    return {
      labels: labels.map((label) =>
        labelFigures(label, { ...sums.get(label.id), ...changes.get(label.id) }, figureScope),
      ),
      currency,
      meta: { ...period, ...freshness },
    };
  }

  async one(kind: LabelKind, id: number, request: LabelReportRequest): Promise<OneLabelReportResponse> {
    const scope = await this.scopeOf(request);
    const { period, currency } = scope;
    const today = this.scopes.today();
    const dates = daysOf(period);
    const label = await this.queries.label(kind, id);
    const audience: AudienceFilter = { ...ALL_CONTACTS, [`${kind}s`]: [id] };
    const key = { id, period, currency, today, audience };
    const { figures, freshness } = await this.cache.fetch(kind, key, MAX_AGE_SECONDS, async () => {
      const [sums, changes, statuses, scores, contacts] = await Promise.all([
        this.queries.sumsOfOne(kind, id, scope, labelFiguresShape),
        this.queries.changesOfOne(kind, id, period),
        this.queries.statusesOfOne(kind, id),
        this.engagement.scores({ period: null, audience }, today),
        this.sums.size(audience),
      ]);
      return { sums, changes, statuses, scores: distributionOf(scores, contacts) };
    });
    const { sums, changes, statuses, scores } = figures;
    const byStatus = new Map(statuses.map(({ status, total }) => [status, total]));
    const figureScope = { includeMachine: request.includeMachine, currency };
    return {
      ...labelFigures(label, { ...sums, ...sumOf(CHANGES, changes) }, figureScope),
      growth: figuresByDay(labelGrowthShape, dates, changes),
      engagement: { score_average: scores.average, distribution: scores.distribution },
      status_breakdown: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, byStatus.get(status) ?? 0])),
      currency,
      meta: { ...period, ...freshness },
    };
  }

  /** It is ambiguous which figures of a label a filter would apply to, so filters are refused. */
  private async scopeOf(request: LabelReportRequest): Promise<LabelScope> {
    const period = this.scopes.period(request.period);
    refuseAudience(request.audience, 'cannot filter this report');
    return { period, currency: await this.scopes.currency(request) };
  }
}

const labelFigures = (label: LabelRow, sums: Sums, scope: FigureScope): LabelFigures => ({
  ...label,
  ...figuresOf(labelFiguresShape, sums, scope),
});
