import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { sqlFile } from '../../../platform/sql/sql-file.js';
import type { Period } from '../periods/report-period.js';

/** Whose figures: who is in any of the lists and has any of the tags; an empty array asks for nothing. */
export interface Members {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
}

export interface PeriodFigures {
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
  readonly newSubscribed: number;
}

const FIGURES = sqlFile(__dirname, 'sql/figures.sql');
const FIGURES_OF_MEMBERS = sqlFile(__dirname, 'sql/figures-of-members.sql');
const SUBSCRIBERS = sqlFile(__dirname, 'sql/subscribers.sql');
const SUBSCRIBERS_OF_MEMBERS = sqlFile(__dirname, 'sql/subscribers-of-members.sql');

const IN_LISTS = 'EXISTS (SELECT 1 FROM contact_lists m WHERE m.contact_id = c.contact_id AND m.list_id IN (:lists))';
const HAS_TAGS = 'EXISTS (SELECT 1 FROM contact_tags m WHERE m.contact_id = c.contact_id AND m.tag_id IN (:tags))';

@Injectable()
export class OverviewReportsQueries {
  constructor(private readonly db: Database) {}

  /** Whether every list and tag that is asked for exists. */
  async exist({ lists, tags }: Members): Promise<boolean> {
    const [foundLists, foundTags] = await Promise.all([this.count('lists', lists), this.count('tags', tags)]);
    return foundLists === lists.length && foundTags === tags.length;
  }

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

  private async count(table: 'lists' | 'tags', ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const [row] = await this.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table} WHERE id IN (:ids)`, {
      ids,
    });
    return row?.total ?? 0;
  }
}

/** The query about everybody, or the one about members with the memberships that are asked for. */
function narrowed(ofEverybody: string, ofMembers: string, { lists, tags }: Members): string {
  if (lists.length === 0 && tags.length === 0) return ofEverybody;
  const conditions = [...(lists.length > 0 ? [IN_LISTS] : []), ...(tags.length > 0 ? [HAS_TAGS] : [])];
  return `${ofMembers} AND ${conditions.join(' AND ')}`;
}
