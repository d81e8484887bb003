import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { existing } from '../../../platform/database/records.js';
import { newestFirst } from '../../../platform/http/keyset.js';
import type { Page, PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { countersOf, type Sums } from '../figures/figure-catalog.js';
import { withCounters } from '../figures/sums.js';
import { ALL_TIME, type Period } from '../periods/report-period.js';
import { funnelRevenueShape, sequencePerformanceShape } from './dto/funnel-reports.shapes.js';

export interface FunnelRow {
  readonly id: number;
  readonly title: string;
  readonly versionId: number;
  readonly entered: number;
  readonly completed: number;
  readonly cancelled: number;
}

export interface ExitRow {
  readonly funnelId: number;
  readonly reason: string;
  readonly total: number;
}

export type StepSums = Sums & { readonly funnelId: number; readonly stepId: number };
export type StepEmails = StepSums & { readonly firstDay: string; readonly lastDay: string };

interface StepCounts {
  readonly stepId: number;
  readonly entered: number;
  readonly completed: number;
  readonly skipped: number;
  readonly failed: number;
  readonly abandoned: number;
}

const FUNNELS = namedSql(__dirname, 'funnels');
const EXITS = namedSql(__dirname, 'exits');
export const REVENUE = countersOf('funnel_step_revenue_stats', funnelRevenueShape);
const EMAILS_BY_STEP = withCounters(
  namedSql(__dirname, 'emails-by-step'),
  countersOf('funnel_step_daily_stats', sequencePerformanceShape),
);
const REVENUE_BY_STEP = withCounters(namedSql(__dirname, 'revenue-by-step'), REVENUE);
const STEP_COUNTS = namedSql(__dirname, 'step-counts');
const MEDIAN_SECONDS = namedSql(__dirname, 'median-seconds');
const DUE_BY_STEP = namedSql(__dirname, 'due-by-step');
const LAST_HOUR = namedSql(__dirname, 'last-hour');

@Injectable()
export class FunnelReportsQueries {
  constructor(private readonly db: Database) {}

  /** Excludes deleted ones; newest first. */
  async page(request: PageRequest): Promise<Page<FunnelRow>> {
    const existing = { columns: 'r.id', from: 'funnels', where: ['r.deleted_at IS NULL'], params: {} };
    const page = await newestFirst(this.db, existing, request);
    const funnels = await this.funnels(page.items.map(({ id }) => id));
    return { ...page, items: funnels.sort((one, other) => other.id - one.id) };
  }

  /** Callers do not cache it, so that new titles and deletions appear immediately. */
  async funnel(funnelId: number): Promise<FunnelRow> {
    return existing((await this.funnels([funnelId]))[0], 'funnel');
  }

  async exits(funnelIds: readonly number[]): Promise<ExitRow[]> {
    return funnelIds.length === 0 ? [] : this.db.query<ExitRow>(EXITS, { funnelIds });
  }

  /** @param period null for all time. */
  async emailsByStep(funnelIds: readonly number[], period: Period | null): Promise<StepEmails[]> {
    const params = { funnelIds, ...(period ?? ALL_TIME) };
    return funnelIds.length === 0 ? [] : this.db.query<StepEmails>(EMAILS_BY_STEP, params);
  }

  /** @param period null for all time. */
  async revenueByStep(funnelIds: readonly number[], currency: string, period: Period | null): Promise<StepSums[]> {
    const params = { funnelIds, currency, ...(period ?? ALL_TIME) };
    return funnelIds.length === 0 ? [] : this.db.query<StepSums>(REVENUE_BY_STEP, params);
  }

  async stepCounts(funnelId: number): Promise<StepCounts[]> {
    return this.db.query<StepCounts>(STEP_COUNTS, { funnelId });
  }

  /** Sequential queries, so that a long funnel uses one connection only. */
  async medians(funnelId: number) {
    const medians: { readonly stepId: number; readonly seconds: number }[] = [];
    for (const { stepId, completed } of await this.stepCounts(funnelId)) {
      if (completed === 0) continue;
      const [row] = await this.db.query<{ seconds: number | null }>(MEDIAN_SECONDS, { stepId });
      if (row && row.seconds !== null) medians.push({ stepId, seconds: Math.round(row.seconds) });
    }
    return medians;
  }

  async due(funnelId: number, now: Date): Promise<Map<number, number>> {
    const rows = await this.db.query<{ stepId: number; total: number }>(DUE_BY_STEP, { funnelId, now });
    return new Map(rows.map(({ stepId, total }) => [stepId, total]));
  }

  async lastHour(funnelId: number): Promise<{ readonly entered: number; readonly completed: number }> {
    const [row] = await this.db.query<{ entered: number; completed: number }>(LAST_HOUR, { funnelId });
    return row ?? { entered: 0, completed: 0 };
  }

  private async funnels(funnelIds: readonly number[]): Promise<FunnelRow[]> {
    return funnelIds.length === 0 ? [] : this.db.query<FunnelRow>(FUNNELS, { funnelIds });
  }
}

export const activeIn = ({ entered, completed, cancelled }: FunnelRow): number => entered - completed - cancelled;
