import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SqlCondition } from '../../../platform/sql/sql-condition.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { MailFigures } from '../labels/label-reports.queries.js';
import { type LabelKind, labelSql } from '../labels/label-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import type { Period } from '../periods/report-period.js';
import { type Attribute, ATTRIBUTES, engagementLimits } from './dimensions.js';

/** How many contacts, what became of the mails to them, and what they brought, in minor units. */
export interface GroupFigures extends MailFigures {
  readonly size: number;
  readonly revenue: number;
}

export interface GroupingOfContacts {
  readonly period: Period;
  readonly members: Members;
  /** Null when nothing was ever ordered. */
  readonly currency: string | null;
}

/** How many contacts two lists, or two tags, have in common. */
export interface SharedContacts {
  readonly one: number;
  readonly other: number;
  readonly size: number;
}

const BY_KEY = namedSql(__dirname, 'by-key');
const THE_LARGEST = 'ORDER BY size DESC, g.`key` LIMIT :limit';
/** A mask of 0 is in no segment. */
const IN_ANY_SEGMENT = 'HAVING g.`key` > 0';
const LABEL_SIZES = labelSql(__dirname, 'label-sizes');
const LABEL_OVERLAP = labelSql(__dirname, 'label-overlap');
const CONTACTS = 'SELECT COALESCE(SUM(total), 0) AS total FROM contact_counters';
const CONTACTS_OF_MEMBERS = namedSql(__dirname, 'contacts');
const TOTALS = 'LEFT JOIN contact_totals t ON t.contact_id = c.id';

@Injectable()
export class SegmentationReportsQueries {
  constructor(private readonly db: Database) {}

  async contacts(members: Members): Promise<number> {
    const sql = isEverybody(members) ? CONTACTS : `${CONTACTS_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')}`;
    const [row] = await this.db.query<{ total: number }>(sql, { ...members });
    return row?.total ?? 0;
  }

  /** @param today on which engagement is weighed. */
  async byAttribute(
    attribute: Attribute,
    question: GroupingOfContacts,
    limit: number,
    today: string,
  ): Promise<(GroupFigures & { readonly key: string | number | null })[]> {
    const sql = filledIn(`${BY_KEY} ${THE_LARGEST}`, {
      key: ATTRIBUTES[attribute],
      totals: attribute === 'engagement' ? TOTALS : '',
      members: areMembers(question.members, 'c.id'),
    });
    return this.db.query(sql, { ...paramsOf(question), limit, ...engagementLimits(today) });
  }

  /**
   * @param segments as conditions on a contact `c`, at most 31 of them, with different names for what is bound.
   * @returns a row for each set of them that somebody is in; bit n of its mask is for the nth.
   */
  async bySegments(
    segments: readonly SqlCondition[],
    question: GroupingOfContacts,
  ): Promise<(GroupFigures & { readonly mask: number })[]> {
    const bits = segments.map(({ sql }, bit) => `((${sql}) << ${bit})`);
    const sql = filledIn(`${BY_KEY} ${IN_ANY_SEGMENT}`, {
      key: bits.join(' | '),
      totals: '',
      members: areMembers(question.members, 'c.id'),
    });
    const bound = segments.reduce((all, { params }) => ({ ...all, ...params }), {});
    const rows = await this.db.query<GroupFigures & { key: number }>(sql, { ...bound, ...paramsOf(question) });
    return rows.map(({ key: mask, ...figures }) => ({ mask, ...figures }));
  }

  async labelSizes(
    kind: LabelKind,
    members: Members,
    limit: number,
  ): Promise<{ readonly key: number; readonly label: string; readonly size: number }[]> {
    const sql = filledIn(LABEL_SIZES[kind], { members: areMembers(members, 'c.contact_id') });
    return this.db.query(sql, { limit, ...members });
  }

  async labelOverlap(kind: LabelKind, ids: readonly number[], members: Members): Promise<SharedContacts[]> {
    if (ids.length < 2) return [];
    const sql = filledIn(LABEL_OVERLAP[kind], { members: areMembers(members, 'c.contact_id') });
    return this.db.query(sql, { ids, ...members });
  }
}

/** No currency is the empty one: nothing was ever ordered in it. */
const paramsOf = ({ period: { from, to }, members, currency }: GroupingOfContacts) => ({
  from,
  to,
  currency: currency ?? '',
  ...members,
});

/** Pieces of SQL that we wrote ourselves; what a caller sends is bound. */
function filledIn(sql: string, pieces: Readonly<Record<string, string>>): string {
  return sql.replace(/\{(\w+)\}/g, (whole, name: string) => pieces[name] ?? whole);
}
