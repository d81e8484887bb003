import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type AudienceFilter, audienceCondition } from '../audience-filter/audience-filter.js';
import type { EmailFigures } from '../figures/figures.js';
import type { Period } from '../periods/report-period.js';
import { type LabelKind, labelSql } from './label-sql.js';

export interface LabelRow {
  readonly id: number;
  readonly title: string;
  readonly totalCount: number;
  readonly subscribersCount: number;
}

export interface Changes {
  readonly added: number;
  readonly removed: number;
}

const NO_EMAILS: EmailFigures = { sent: 0, opened: 0, clicked: 0, unsubscribed: 0, machineOpens: 0, machineClicks: 0 };

const SIZES = labelSql(__dirname, 'sizes');
const EMAILS_OF_EACH = labelSql(__dirname, 'emails-of-each');
const REVENUE_OF_EACH = labelSql(__dirname, 'revenue-of-each');
const CHANGES_OF_EACH = labelSql(__dirname, 'changes-of-each');
const EMAILS_OF_ONE = labelSql(__dirname, 'emails-of-one');
const REVENUE_OF_ONE = labelSql(__dirname, 'revenue-of-one');
const CHANGES_OF_ONE = labelSql(__dirname, 'changes-of-one');
const STATUSES_OF_ONE = labelSql(__dirname, 'statuses-of-one');

/** Uses current members, because memberships have no history. Amounts are in minor units. */
@Injectable()
export class LabelReportsQueries {
  constructor(private readonly db: Database) {}

  async labels(kind: LabelKind): Promise<LabelRow[]> {
    return this.db.query<LabelRow>(`${SIZES[kind]} ORDER BY title, id`);
  }

  async label(kind: LabelKind, id: number): Promise<LabelRow | null> {
    const [row] = await this.db.query<LabelRow>(`${SIZES[kind]} WHERE id = :id`, { id });
    return row ?? null;
  }

  /** By label; labels without emails are absent. */
  async emailsOfEach(kind: LabelKind, period: Period, audience: AudienceFilter): Promise<Map<number, EmailFigures>> {
    const sql = ofAudience(EMAILS_OF_EACH[kind], audience);
    const rows = await this.db.query<EmailFigures & { readonly id: number }>(sql, { ...period, ...audience });
    return new Map(rows.map(({ id, ...figures }) => [id, figures]));
  }

  /** By label; labels without revenue are absent. */
  async revenueOfEach(
    kind: LabelKind,
    period: Period,
    currency: string,
    audience: AudienceFilter,
  ): Promise<Map<number, number>> {
    const sql = ofAudience(REVENUE_OF_EACH[kind], audience);
    const rows = await this.db.query<{ id: number; revenue: number }>(sql, { ...period, currency, ...audience });
    return new Map(rows.map(({ id, revenue }) => [id, revenue]));
  }

  async changesOfEach(kind: LabelKind, period: Period): Promise<Map<number, Changes>> {
    const rows = await this.db.query<Changes & { readonly id: number }>(CHANGES_OF_EACH[kind], { ...period });
    return new Map(rows.map(({ id, ...changes }) => [id, changes]));
  }

  async emailsOfOne(kind: LabelKind, id: number, period: Period): Promise<EmailFigures> {
    const [row] = await this.db.query<EmailFigures>(EMAILS_OF_ONE[kind], { id, ...period });
    return row ?? NO_EMAILS;
  }

  async revenueOfOne(kind: LabelKind, id: number, period: Period, currency: string): Promise<number> {
    const [row] = await this.db.query<{ revenue: number }>(REVENUE_OF_ONE[kind], { id, ...period, currency });
    return row?.revenue ?? 0;
  }

  async changesOfOne(kind: LabelKind, id: number, period: Period): Promise<(Changes & { readonly day: string })[]> {
    return this.db.query(CHANGES_OF_ONE[kind], { id, ...period });
  }

  async statusesOfOne(kind: LabelKind, id: number): Promise<{ readonly status: string; readonly total: number }[]> {
    return this.db.query(STATUSES_OF_ONE[kind], { id });
  }
}

const ofAudience = (sql: string, audience: AudienceFilter): string =>
  sql.replace('{audience}', () => audienceCondition(audience));
