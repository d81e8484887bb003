import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { areMembers, type Members } from '../members/members.js';
import type { Period } from '../periods/report-period.js';
import { type LabelKind, labelSql } from './label-sql.js';

export interface LabelRow {
  readonly id: number;
  readonly title: string;
  readonly totalCount: number;
  readonly subscribersCount: number;
}

/** What became of mails. */
export interface MailFigures {
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
}

export interface Changes {
  readonly added: number;
  readonly removed: number;
}

const NO_MAILS: MailFigures = { sent: 0, opened: 0, clicked: 0, unsubscribed: 0, machineOpens: 0, machineClicks: 0 };

const SIZES = labelSql(__dirname, 'sizes');
const MAILS_OF_EACH = labelSql(__dirname, 'mails-of-each');
const REVENUE_OF_EACH = labelSql(__dirname, 'revenue-of-each');
const CHANGES_OF_EACH = labelSql(__dirname, 'changes-of-each');
const MAILS_OF_ONE = labelSql(__dirname, 'mails-of-one');
const REVENUE_OF_ONE = labelSql(__dirname, 'revenue-of-one');
const CHANGES_OF_ONE = labelSql(__dirname, 'changes-of-one');
const STATUSES_OF_ONE = labelSql(__dirname, 'statuses-of-one');

/** Members are those of now, because memberships have no history. Money is in minor units. */
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

  /** By label; one whose members got nothing is not there. */
  async mailsOfEach(kind: LabelKind, { from, to }: Period, members: Members): Promise<Map<number, MailFigures>> {
    const rows = await this.db.query<MailFigures & { readonly id: number }>(ofMembers(MAILS_OF_EACH[kind], members), {
      from,
      to,
      ...members,
    });
    return new Map(rows.map(({ id, ...figures }) => [id, figures]));
  }

  /** By label; one whose members brought nothing is not there. */
  async revenueOfEach(
    kind: LabelKind,
    { from, to }: Period,
    currency: string,
    members: Members,
  ): Promise<Map<number, number>> {
    const rows = await this.db.query<{ id: number; revenue: number }>(ofMembers(REVENUE_OF_EACH[kind], members), {
      from,
      to,
      currency,
      ...members,
    });
    return new Map(rows.map(({ id, revenue }) => [id, revenue]));
  }

  async changesOfEach(kind: LabelKind, { from, to }: Period): Promise<Map<number, Changes>> {
    const rows = await this.db.query<Changes & { readonly id: number }>(CHANGES_OF_EACH[kind], { from, to });
    return new Map(rows.map(({ id, ...changes }) => [id, changes]));
  }

  async mailsOfOne(kind: LabelKind, id: number, { from, to }: Period): Promise<MailFigures> {
    const [row] = await this.db.query<MailFigures>(MAILS_OF_ONE[kind], { id, from, to });
    return row ?? NO_MAILS;
  }

  async revenueOfOne(kind: LabelKind, id: number, { from, to }: Period, currency: string): Promise<number> {
    const [row] = await this.db.query<{ revenue: number }>(REVENUE_OF_ONE[kind], { id, from, to, currency });
    return row?.revenue ?? 0;
  }

  async changesOfOne(
    kind: LabelKind,
    id: number,
    { from, to }: Period,
  ): Promise<(Changes & { readonly day: string })[]> {
    return this.db.query(CHANGES_OF_ONE[kind], { id, from, to });
  }

  async statusesOfOne(kind: LabelKind, id: number): Promise<{ readonly status: string; readonly total: number }[]> {
    return this.db.query(STATUSES_OF_ONE[kind], { id });
  }
}

const ofMembers = (sql: string, members: Members): string =>
  sql.replace('{members}', () => areMembers(members, 'c.contact_id'));
