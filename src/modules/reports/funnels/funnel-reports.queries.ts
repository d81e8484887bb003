import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { idOfCursor, offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { EVER } from '../periods/asked-period.js';
import type { Period } from '../periods/report-period.js';

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

export interface StepMails {
  readonly funnelId: number;
  readonly stepId: number;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface StepRevenue {
  readonly funnelId: number;
  readonly stepId: number;
  readonly orders: number;
  /** In the smallest unit. */
  readonly revenue: number;
}

export interface StepCounts {
  readonly stepId: number;
  readonly entered: number;
  readonly completed: number;
  readonly skipped: number;
  readonly failed: number;
  readonly abandoned: number;
}

export interface MedianOfStep {
  readonly stepId: number;
  readonly seconds: number;
}

const FUNNELS = namedSql(__dirname, 'funnels');
const EXITS = namedSql(__dirname, 'exits');
const MAILS_BY_STEP = namedSql(__dirname, 'mails-by-step');
const REVENUE_BY_STEP = namedSql(__dirname, 'revenue-by-step');
const STEP_COUNTS = namedSql(__dirname, 'step-counts');
const MEDIAN_SECONDS = namedSql(__dirname, 'median-seconds');
const DUE_BY_STEP = namedSql(__dirname, 'due-by-step');
const LAST_HOUR = namedSql(__dirname, 'last-hour');

@Injectable()
export class FunnelReportsQueries {
  constructor(private readonly db: Database) {}

  /** Those that are not deleted, the newest first. */
  async page(request: PageRequest): Promise<Page<FunnelRow>> {
    const { cursor, perPage } = request;
    const rows = await this.db.query<{ id: number }>(
      cursor === undefined
        ? 'SELECT id FROM funnels WHERE deleted_at IS NULL ORDER BY id DESC LIMIT :perPage OFFSET :offset'
        : 'SELECT id FROM funnels WHERE deleted_at IS NULL AND id < :before ORDER BY id DESC LIMIT :oneMore',
      {
        perPage,
        offset: offsetOf(request),
        before: cursor ? idOfCursor(cursor) : Number.MAX_SAFE_INTEGER,
        oneMore: perPage + 1,
      },
    );
    const ids = rows.slice(0, perPage).map(({ id }) => id);
    const [count] = await this.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM funnels WHERE deleted_at IS NULL',
    );
    const last = rows.length > perPage ? ids.at(-1) : undefined;
    return {
      items: (await this.funnels(ids)).sort((one, other) => other.id - one.id),
      total: count?.total ?? 0,
      request,
      next: last === undefined ? null : { value: null, id: last },
    };
  }

  /** Null when there is no such funnel, or no more. */
  async funnel(funnelId: number): Promise<FunnelRow | null> {
    const [row] = await this.funnels([funnelId]);
    return row ?? null;
  }

  async exits(funnelIds: readonly number[]): Promise<ExitRow[]> {
    return funnelIds.length === 0 ? [] : this.db.query<ExitRow>(EXITS, { funnelIds });
  }

  /** @param period all days when it is null. */
  async mailsByStep(funnelIds: readonly number[], period: Period | null): Promise<StepMails[]> {
    const { from, to } = period ?? EVER;
    return funnelIds.length === 0 ? [] : this.db.query<StepMails>(MAILS_BY_STEP, { funnelIds, from, to });
  }

  /** @param period all days when it is null. */
  async revenueByStep(funnelIds: readonly number[], currency: string, period: Period | null): Promise<StepRevenue[]> {
    const params = { funnelIds, currency, ...(period ?? EVER) };
    return funnelIds.length === 0 ? [] : this.db.query<StepRevenue>(REVENUE_BY_STEP, params);
  }

  async stepCounts(funnelId: number): Promise<StepCounts[]> {
    return this.db.query<StepCounts>(STEP_COUNTS, { funnelId });
  }

  /** Of the steps that somebody has done lately. One by one, so that a long funnel keeps one connection and not all. */
  async medians(funnelId: number): Promise<MedianOfStep[]> {
    const medians: MedianOfStep[] = [];
    for (const { stepId, completed } of await this.stepCounts(funnelId)) {
      if (completed === 0) continue;
      const [row] = await this.db.query<{ seconds: number | null }>(MEDIAN_SECONDS, { stepId });
      if (row && row.seconds !== null) medians.push({ stepId, seconds: Math.round(row.seconds) });
    }
    return medians;
  }

  /** How many stand before a step that is due, by step. */
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
