import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParams, notFound } from '../../../platform/errors/app-error.js';
import { toDecimal } from '../../../platform/money/money.js';
import { percent } from '../../../platform/rates/rates.js';
import { CONTACT_STATUSES } from '../../contacts/contact-status.js';
import { EngagementQueries } from '../engagement/engagement.queries.js';
import { distributionOf, type ScoreDistribution } from '../engagement/score-distribution.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import type { Members } from '../members/members.js';
import { daysOf } from '../periods/days-of.js';
import { localDay } from '../periods/local-day.js';
import { type Period, type PeriodRequest, resolvePeriod } from '../periods/report-period.js';
import { ReportCurrency } from '../revenue/report-currency.service.js';
import { type Changes, LabelReportsQueries, type LabelRow, type MailFigures } from './label-reports.queries.js';
import type { LabelKind } from './label-sql.js';

export interface LabelQuestion {
  readonly period: PeriodRequest;
  /** To be nobody in particular: which figures of a list would be narrowed down is not to be guessed. */
  readonly members: Members;
  readonly includeMachine: boolean;
  /** Undefined for the one that reports are in. */
  readonly currency: string | undefined;
}

/** A list or a tag. Rates are percent of the mails sent. */
export interface LabelReport extends LabelRow {
  readonly new: number;
  readonly lost: number;
  readonly netGrowth: number;
  readonly sent: number;
  readonly openRate: number;
  readonly clickRate: number;
  /** A decimal. */
  readonly revenue: number;
}

export interface LabelScope {
  readonly currency: string | null;
  readonly period: Period;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

export interface LabelReports extends LabelScope {
  readonly labels: readonly LabelReport[];
}

export interface OneLabelReport extends LabelScope {
  readonly label: LabelReport;
  readonly growth: readonly (Changes & { readonly date: string; readonly net: number })[];
  readonly engagement: ScoreDistribution;
  readonly statuses: Readonly<Record<string, number>>;
}

interface Figures {
  readonly mails: MailFigures | undefined;
  readonly changes: Changes | undefined;
  /** In minor units. */
  readonly revenue: number | undefined;
}

const MAX_AGE_SECONDS = 300;
const EVERYBODY: Members = { lists: [], tags: [] };

/** How lists and tags are doing. Their sizes are maintained counters and read afresh. */
@Injectable()
export class LabelReportsService {
  constructor(
    private readonly queries: LabelReportsQueries,
    private readonly engagement: EngagementQueries,
    private readonly currencies: ReportCurrency,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range */
  async all(kind: LabelKind, question: LabelQuestion): Promise<LabelReports> {
    const { period, currency } = await this.scopeOf(question);
    const measured = await this.measurements.measure(`${kind}s`, { period, currency }, MAX_AGE_SECONDS, async () => {
      const [mails, changes, revenue] = await Promise.all([
        this.queries.mailsOfEach(kind, period, EVERYBODY),
        this.queries.changesOfEach(kind, period),
        currency === null ? [] : this.queries.revenueOfEach(kind, period, currency, EVERYBODY),
      ]);
      // What is kept has to survive JSON.
      return { mails: [...mails], changes: [...changes], revenue: [...revenue] };
    });
    const mails = new Map(measured.figures.mails);
    const changes = new Map(measured.figures.changes);
    const revenue = new Map(measured.figures.revenue);
    const labels = (await this.queries.labels(kind)).map((label) => {
      const figures = { mails: mails.get(label.id), changes: changes.get(label.id), revenue: revenue.get(label.id) };
      return reportOf(label, figures, currency, question.includeMachine);
    });
    return { labels, currency, period, timeZone: this.config.timeZone, measured };
  }

  /** @throws AppError as `all`; rest_post_invalid_id */
  async one(kind: LabelKind, id: number, question: LabelQuestion): Promise<OneLabelReport> {
    const { period, currency, today } = await this.scopeOf(question);
    const days = daysOf(period);
    const label = await this.queries.label(kind, id);
    if (label === null) throw notFound();
    const members: Members = { ...EVERYBODY, [`${kind}s`]: [id] };
    const asked = { id, period, currency, today };
    const measured = await this.measurements.measure(kind, asked, MAX_AGE_SECONDS, async () => {
      const [mails, changes, revenue, statuses, scores, contacts] = await Promise.all([
        this.queries.mailsOfOne(kind, id, period),
        this.queries.changesOfOne(kind, id, period),
        currency === null ? 0 : this.queries.revenueOfOne(kind, id, period, currency),
        this.queries.statusesOfOne(kind, id),
        this.engagement.scores({ period: null, members }, today),
        this.engagement.contacts(members),
      ]);
      return { mails, changes, revenue, statuses, engagement: distributionOf(scores, contacts) };
    });
    const { mails, changes, revenue, statuses, engagement } = measured.figures;
    const byDay = new Map(changes.map((change) => [change.day, change]));
    const byStatus = new Map(statuses.map(({ status, total }) => [status, total]));
    return {
      label: reportOf(label, { mails, changes: sumOf(changes), revenue }, currency, question.includeMachine),
      growth: days.map((date) => {
        const { added = 0, removed = 0 } = byDay.get(date) ?? {};
        return { date, added, removed, net: added - removed };
      }),
      engagement,
      statuses: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, byStatus.get(status) ?? 0])),
      ...{ currency, period, timeZone: this.config.timeZone, measured },
    };
  }

  private async scopeOf({ period, members, currency }: LabelQuestion) {
    const today = localDay(this.clock.now(), this.config.timeZone);
    const resolved = resolvePeriod(period, today);
    const narrowed = (['lists', 'tags'] as const).filter((kind) => members[kind].length > 0);
    if (narrowed.length > 0)
      throw invalidParams(Object.fromEntries(narrowed.map((kind) => [kind, 'cannot narrow down this report'])));
    return { today, period: resolved, currency: await this.currencies.resolve(currency) };
  }
}

function reportOf(
  label: LabelRow,
  { mails, changes, revenue = 0 }: Figures,
  currency: string | null,
  includeMachine: boolean,
): LabelReport {
  const { sent = 0, opened = 0, clicked = 0, machineOpens = 0, machineClicks = 0 } = mails ?? {};
  const { added = 0, removed = 0 } = changes ?? {};
  return {
    ...label,
    new: added,
    lost: removed,
    netGrowth: added - removed,
    sent,
    openRate: percent(opened + (includeMachine ? machineOpens : 0), sent),
    clickRate: percent(clicked + (includeMachine ? machineClicks : 0), sent),
    revenue: currency === null ? 0 : toDecimal(revenue, currency),
  };
}

function sumOf(changes: readonly Changes[]): Changes {
  return {
    added: changes.reduce((sum, { added }) => sum + added, 0),
    removed: changes.reduce((sum, { removed }) => sum + removed, 0),
  };
}
