import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { percent } from '../../../platform/rates/rates.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { localDay } from '../periods/local-day.js';
import { type Period, type PeriodRequest, resolvePeriod } from '../periods/report-period.js';
import { ReportCurrency } from '../revenue/report-currency.service.js';
import { asMoney } from '../revenue/revenue-figures.js';
import { FunnelOutlines } from './funnel-outlines.queries.js';
import {
  type ExitRow,
  type FunnelRow,
  FunnelReportsQueries,
  type StepMails,
  type StepRevenue,
} from './funnel-reports.queries.js';
import type { StepOutline } from './step-outlines.js';

/** Rates are percent with one decimal. */
export interface FunnelFigures {
  readonly funnelId: number;
  readonly title: string;
  readonly subscribers: {
    readonly totalEntered: number;
    readonly currentlyActive: number;
    readonly completed: number;
    readonly completionRate: number;
  };
  /** Of the steps that send mails. */
  readonly mails: readonly SequenceMails[];
  readonly exits: readonly Pick<ExitRow, 'reason' | 'total'>[];
  readonly revenue: FunnelRevenue;
}

/** What mails brought, as a decimal of the currency; that is null when nothing was ever ordered. */
export interface FunnelRevenue {
  readonly total: number;
  readonly orders: number;
  readonly currency: string | null;
}

export interface SequenceMails {
  readonly sequenceId: number;
  readonly title: string;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly openRate: number;
  readonly clickRate: number;
  readonly revenue: FunnelRevenue;
}

/** How a step went for those who came to it. */
export interface SequenceConversion {
  readonly sequenceId: number;
  readonly title: string;
  readonly entered: number;
  readonly converted: number;
  readonly conversionRate: number;
  /** From coming to it until it was done; null while nobody has. */
  readonly medianSeconds: number | null;
}

/** What figures stand for, and how fresh they are. */
export interface Scope {
  readonly period: { readonly from: string | null; readonly to: string | null };
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

export interface FunnelReport extends FunnelFigures, Scope {}

export interface FunnelConversion extends FunnelReport {
  readonly steps: readonly SequenceConversion[];
}

export interface FunnelReports extends Scope {
  readonly page: Page<FunnelFigures>;
}

export interface ConversionQuestion {
  /** Of mails and revenue; null for all days. */
  readonly period: PeriodRequest | null;
  readonly includeMachine: boolean;
  readonly currency?: string | undefined;
}

/** What mails were and brought. */
interface MailFigures {
  readonly mails: readonly StepMails[];
  readonly revenue: readonly StepRevenue[];
  readonly currency: string | null;
}

/** A funnel at this moment. */
export interface LiveFunnel extends Scope {
  readonly funnelId: number;
  readonly active: number;
  /** Who stands before a step that is not due yet. */
  readonly waiting: number;
  readonly enteredLastHour: number;
  readonly completedLastHour: number;
  readonly bySequence: readonly { readonly sequenceId: number; readonly title: string; readonly waiting: number }[];
}

type Moment = Omit<LiveFunnel, keyof Scope | 'funnelId'>;

const MAX_AGE_SECONDS = 300;
const LIVE_MAX_AGE_SECONDS = 2;

/**
 * How funnels are doing. Who entered and left is counted in the transaction that lets them, and read afresh; what became of
 * mails comes from the daily rollup.
 */
@Injectable()
export class FunnelReportsService {
  constructor(
    private readonly queries: FunnelReportsQueries,
    private readonly currencies: ReportCurrency,
    private readonly outlines: FunnelOutlines,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    private readonly databaseClock: DatabaseClock,
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @param asked the currency to report in. */
  async list(request: PageRequest, includeMachine: boolean, asked?: string): Promise<FunnelReports> {
    const page = await this.queries.page(request);
    const ids = page.items.map(({ id }) => id);
    const measured = await this.everMailed(ids, asked);
    const { mails, revenue, currency } = measured.figures;
    const [mailsOfFunnel, revenueOfFunnel] = [byFunnel(mails), byFunnel(revenue)];
    const exitsOfFunnel = byFunnel(await this.queries.exits(ids));
    const items: FunnelFigures[] = [];
    for (const funnel of page.items) {
      const own = {
        mails: mailsOfFunnel.get(funnel.id) ?? [],
        revenue: revenueOfFunnel.get(funnel.id) ?? [],
        currency,
      };
      const steps = await this.outlines.steps(funnel.id, funnel.versionId, stepsOf(own));
      items.push(figuresOf(funnel, steps, own, exitsOfFunnel.get(funnel.id) ?? [], includeMachine));
    }
    return { page: { ...page, items }, ...this.scope(null, mails, measured) };
  }

  /**
   * @param asked the currency to report in.
   * @throws AppError rest_post_invalid_id
   */
  async report(funnelId: number, includeMachine: boolean, asked?: string): Promise<FunnelReport> {
    const funnel = await this.funnel(funnelId);
    const measured = await this.everMailed([funnelId], asked);
    const exits = await this.queries.exits([funnelId]);
    const steps = await this.outlines.steps(funnelId, funnel.versionId, stepsOf(measured.figures));
    return {
      ...figuresOf(funnel, steps, measured.figures, exits, includeMachine),
      ...this.scope(null, measured.figures.mails, measured),
    };
  }

  /** @throws AppError rest_post_invalid_id; rest_invalid_param; invalid_date_range */
  async conversion(funnelId: number, question: ConversionQuestion): Promise<FunnelConversion> {
    const period =
      question.period === null
        ? null
        : resolvePeriod(question.period, localDay(this.clock.now(), this.config.timeZone));
    const funnel = await this.funnel(funnelId);
    const currency = await this.currencies.resolve(question.currency);
    const key = { funnelId, period, currency };
    const measured = await this.measurements.measure('funnel-conversion', key, MAX_AGE_SECONDS, async () => ({
      ...(await this.mailed([funnelId], currency, period)),
      medians: await this.queries.medians(funnelId),
    }));
    const { mails, medians } = measured.figures;
    const counts = new Map((await this.queries.stepCounts(funnelId)).map((count) => [count.stepId, count]));
    const medianOf = new Map(medians.map(({ stepId, seconds }) => [stepId, seconds]));
    const exits = await this.queries.exits([funnelId]);
    const known = [...stepsOf(measured.figures), ...counts.keys()];
    const steps = await this.outlines.steps(funnelId, funnel.versionId, known);
    return {
      ...figuresOf(funnel, steps, measured.figures, exits, question.includeMachine),
      steps: steps.map(({ id, title }) => {
        const { entered = 0, completed = 0 } = counts.get(id) ?? {};
        return {
          sequenceId: id,
          title,
          entered,
          converted: completed,
          conversionRate: percent(completed, entered),
          medianSeconds: medianOf.get(id) ?? null,
        };
      }),
      ...this.scope(period, mails, measured),
    };
  }

  /** @throws AppError rest_post_invalid_id */
  async live(funnelId: number): Promise<LiveFunnel> {
    const funnel = await this.funnel(funnelId);
    const question = { funnelId, versionId: funnel.versionId };
    const measured = await this.measurements.measure('funnel-live', question, LIVE_MAX_AGE_SECONDS, () =>
      this.moment(funnel),
    );
    return { funnelId, ...measured.figures, ...this.scope(null, [], measured) };
  }

  private async everMailed(funnelIds: readonly number[], asked: string | undefined): Promise<Measured<MailFigures>> {
    const currency = await this.currencies.resolve(asked);
    return this.measurements.measure('funnel-mails', { funnelIds, currency }, MAX_AGE_SECONDS, () =>
      this.mailed(funnelIds, currency, null),
    );
  }

  private async mailed(
    funnelIds: readonly number[],
    currency: string | null,
    period: Period | null,
  ): Promise<MailFigures> {
    const mails = await this.queries.mailsByStep(funnelIds, period);
    const revenue = currency === null ? [] : await this.queries.revenueByStep(funnelIds, currency, period);
    return { mails, revenue, currency };
  }

  private async moment(funnel: FunnelRow): Promise<Moment> {
    const { id: funnelId, versionId } = funnel;
    const due = await this.queries.due(funnelId, await this.databaseClock.now(this.db));
    const waiting = new Map<number, number>();
    for (const { stepId, entered, completed, skipped, failed, abandoned } of await this.queries.stepCounts(funnelId)) {
      const here = entered - completed - skipped - failed - abandoned;
      // Somebody may have come to be due between the two questions.
      const later = Math.max(0, here - (due.get(stepId) ?? 0));
      if (later > 0) waiting.set(stepId, later);
    }
    const lastHour = await this.queries.lastHour(funnelId);
    const steps = await this.outlines.steps(funnelId, versionId, waiting.keys());
    return {
      active: activeIn(funnel),
      waiting: [...waiting.values()].reduce((sum, total) => sum + total, 0),
      enteredLastHour: lastHour.entered,
      completedLastHour: lastHour.completed,
      bySequence: steps.map(({ id, title }) => ({ sequenceId: id, title, waiting: waiting.get(id) ?? 0 })),
    };
  }

  /** Not from the cache: a new title or a deletion is seen at once. */
  private async funnel(id: number): Promise<FunnelRow> {
    const funnel = await this.queries.funnel(id);
    if (funnel === null) throw notFound('funnel');
    return funnel;
  }

  private scope(period: Period | null, mails: readonly StepMails[], measured: Measured<unknown>): Scope {
    const [firstDays, lastDays] = [mails.map(({ firstDay }) => firstDay), mails.map(({ lastDay }) => lastDay)];
    return {
      period: period ?? { from: firstDays.sort()[0] ?? null, to: lastDays.sort().at(-1) ?? null },
      timeZone: this.config.timeZone,
      measured,
    };
  }
}

function byFunnel<Row extends { readonly funnelId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const others = found.get(row.funnelId);
    if (others) others.push(row);
    else found.set(row.funnelId, [row]);
  }
  return found;
}

const stepsOf = ({ mails, revenue }: MailFigures): number[] => [...mails, ...revenue].map(({ stepId }) => stepId);

const activeIn = ({ entered, completed, cancelled }: FunnelRow): number => entered - completed - cancelled;

function figuresOf(
  funnel: FunnelRow,
  steps: readonly StepOutline[],
  { mails, revenue, currency }: MailFigures,
  exits: readonly ExitRow[],
  includeMachine: boolean,
): FunnelFigures {
  const mailsOfStep = new Map(mails.map((figures) => [figures.stepId, figures]));
  const earning = new Set(revenue.map(({ stepId }) => stepId));
  return {
    funnelId: funnel.id,
    title: funnel.title,
    subscribers: {
      totalEntered: funnel.entered,
      currentlyActive: activeIn(funnel),
      completed: funnel.completed,
      completionRate: percent(funnel.completed, funnel.entered),
    },
    // A step of an earlier version is here for what it has sent or brought.
    mails: steps
      .filter(({ id, isMail }) => isMail || mailsOfStep.has(id) || earning.has(id))
      .map(({ id, title }) => ({
        sequenceId: id,
        title,
        ...mailsOf(mailsOfStep.get(id), includeMachine),
        revenue: revenueOf(
          revenue.filter(({ stepId }) => stepId === id),
          currency,
        ),
      })),
    exits: exits.map(({ reason, total }) => ({ reason, total })),
    revenue: revenueOf(revenue, currency),
  };
}

function revenueOf(steps: readonly StepRevenue[], currency: string | null): FunnelRevenue {
  const total = steps.reduce((sum, { revenue }) => sum + revenue, 0);
  return { total: asMoney(total, currency), orders: steps.reduce((sum, { orders }) => sum + orders, 0), currency };
}

function mailsOf(
  figures: StepMails | undefined,
  includeMachine: boolean,
): Omit<SequenceMails, 'sequenceId' | 'title' | 'revenue'> {
  const { sent = 0, opened: people = 0, clicked: clickers = 0, machineOpens = 0, machineClicks = 0 } = figures ?? {};
  const opened = people + (includeMachine ? machineOpens : 0);
  const clicked = clickers + (includeMachine ? machineClicks : 0);
  return { sent, opened, clicked, openRate: percent(opened, sent), clickRate: percent(clicked, sent) };
}
