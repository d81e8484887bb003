import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import { shiftDay } from '../periods/local-day.js';
import { startOfDay } from '../periods/local-time.js';
import type { Period } from '../periods/report-period.js';
import { RECENT_EVENTS, type RecentEvent } from './recent-activity.js';

export interface ActivityFigures {
  readonly sent: number;
  readonly opens: number;
  readonly clicks: number;
  readonly unsubscribes: number;
  readonly events: number;
  readonly orders: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
}

export interface ActiveContact {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const DAYS = namedSql(__dirname, 'days');
const DAYS_OF_MEMBERS = namedSql(__dirname, 'days-of-members');
const HOURS = namedSql(__dirname, 'hours');
const RECENT = namedSql(__dirname, 'recent');
const RECENT_OF_MEMBERS = namedSql(__dirname, 'recent-of-members');
const CONTACTS = `
  SELECT c.id AS told, c.id, c.email, c.first_name AS firstName, c.last_name AS lastName FROM contacts c WHERE c.id IN (:ids)
   UNION ALL
  SELECT a.old_id, c.id, c.email, c.first_name, c.last_name
    FROM contact_aliases a JOIN contacts c ON c.id = a.contact_id WHERE a.old_id IN (:ids)`;

const LINKS = 'SELECT id, url FROM email_links WHERE id IN (:ids)';

const RECENT_SHOWN = 20;
/** How much of the log is walked for them, and among how many things those of members are looked for. */
const WINDOW = 50_000;
const CANDIDATES = 2_000;

@Injectable()
export class ActivityReportsQueries {
  constructor(private readonly db: Database) {}

  async days({ from, to }: Period, members: Members): Promise<(ActivityFigures & { readonly day: string })[]> {
    const sql = isEverybody(members)
      ? DAYS
      : `${DAYS_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')} GROUP BY c.day`;
    return this.db.query(sql, { from, to, ...members });
  }

  /** Of everybody; what members do is kept by day only. */
  async hours({ from, to }: Period, timeZone: string): Promise<(ActivityFigures & { readonly hour: Date })[]> {
    const [start, end] = [startOfDay(from, timeZone), startOfDay(shiftDay(to, 1), timeZone)];
    return this.db.query(HOURS, { start, end });
  }

  /** The newest first. */
  async recent(members: Members): Promise<RecentEvent[]> {
    const params = { types: Object.keys(RECENT_EVENTS), window: WINDOW, limit: RECENT_SHOWN, candidates: CANDIDATES };
    const ofMembers = `${RECENT_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')} ORDER BY c.id DESC LIMIT :limit`;
    const rows = await this.db.query<Omit<RecentEvent, 'data'> & { readonly data: string }>(
      isEverybody(members) ? RECENT : ofMembers,
      { ...params, ...members },
    );
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as unknown }) as RecentEvent);
  }

  /** Where links lead as they were written: with merge tags, and without what a reader's own values made of them. */
  async links(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; url: string }>(LINKS, { ids });
    return new Map(rows.map(({ id, url }) => [id, url]));
  }

  /** Those that are still there, by the id that they had: some have become part of others. */
  async contacts(ids: readonly number[]): Promise<Map<number, ActiveContact>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<ActiveContact & { readonly told: number }>(CONTACTS, { ids });
    return new Map(rows.map(({ told, ...contact }) => [told, contact]));
  }
}
