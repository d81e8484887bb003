import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import type { Period } from '../periods/report-period.js';

export interface PeriodFigures {
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
  readonly newSubscribed: number;
}

const FIGURES = namedSql(__dirname, 'figures');
const FIGURES_OF_MEMBERS = namedSql(__dirname, 'figures-of-members');
const SUBSCRIBERS = namedSql(__dirname, 'subscribers');
const SUBSCRIBERS_OF_MEMBERS = namedSql(__dirname, 'subscribers-of-members');

@Injectable()
export class OverviewReportsQueries {
  constructor(private readonly db: Database) {}

  async figures({ from, to }: Period, members: Members): Promise<PeriodFigures> {
    const sql = narrowed(FIGURES, FIGURES_OF_MEMBERS, members);
    const [row] = await this.db.query<PeriodFigures>(sql, { from, to, ...members });
    return row ?? { sent: 0, opened: 0, clicked: 0, machineOpens: 0, machineClicks: 0, newSubscribed: 0 };
  }

  /** How many contacts have the status subscribed now. */
  async subscribers(members: Members): Promise<number> {
    const sql = narrowed(SUBSCRIBERS, SUBSCRIBERS_OF_MEMBERS, members);
    const [row] = await this.db.query<{ total: number }>(sql, { ...members });
    return row?.total ?? 0;
  }
}

/** The query about everybody, or the one about members with the memberships that are asked for. */
function narrowed(ofEverybody: string, ofMembers: string, members: Members): string {
  return isEverybody(members) ? ofEverybody : `${ofMembers} AND ${areMembers(members, 'c.contact_id')}`;
}
