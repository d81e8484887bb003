import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import { daysOf } from '../periods/days-of.js';
import { localDay, shiftDay } from '../periods/local-day.js';
import { startOfDay } from '../periods/local-time.js';
import type { Period } from '../periods/report-period.js';
import type { ReasonKind } from '../rollups/counters.js';

/** What was sent and lost. */
export interface LossFigures {
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
  /** Opt-outs through mails. */
  readonly unsubscribed: number;
  /** Contacts that became unsubscribed, whatever way. */
  readonly unsubscribedContacts: number;
}

export interface LossesOfDay extends LossFigures {
  readonly day: string;
}

/** The counters of mails that reports are made of here. */
export const LOSSES = ['bounced', 'complained', 'unsubscribed'] as const;
export type Loss = (typeof LOSSES)[number];

export interface LossReason {
  readonly kind: ReasonKind;
  /** Empty when none was given. */
  readonly reason: string;
  readonly total: number;
}

/** What was lost in one place, and out of how many mails. */
interface LossesAt {
  readonly lost: number;
  readonly sent: number;
  readonly bounced: number;
}

export interface LossesOfDomain extends LossesAt {
  readonly domain: string;
}

export interface LossesOfCampaign extends LossesAt {
  readonly campaignId: number;
}

export const LOSS_EVENTS = {
  bounced: 'email.bounced',
  complained: 'email.spam_complaint',
  unsubscribed: 'email.unsubscribed',
} as const satisfies Record<Loss, string>;
export type LossEventData<Kind extends Loss> = StoredEvent<(typeof LOSS_EVENTS)[Kind]>['data'];

const DAYS = namedSql(__dirname, 'days');
const DAYS_OF_MEMBERS = namedSql(__dirname, 'days-of-members');
const DEPARTURES_OF_MEMBERS = namedSql(__dirname, 'departures-of-members');
const REASONS = namedSql(__dirname, 'reasons');
const KINDS = namedSql(__dirname, 'kinds');
const DOMAINS = namedSql(__dirname, 'domains');
const MAILS_OF_DOMAINS = namedSql(__dirname, 'mails-of-domains');
const CAMPAIGNS = namedSql(__dirname, 'campaigns');
const RECENT = namedSql(__dirname, 'recent');
/** Among so many of the mails written last. */
const LOOKED_THROUGH = 5_000;

@Injectable()
export class LossesQueries {
  constructor(private readonly db: Database) {}

  /** Only days with figures, in no order. */
  async days(period: Period, members: Members, timeZone: string): Promise<LossesOfDay[]> {
    if (isEverybody(members)) return this.db.query<LossesOfDay>(DAYS, { ...period });
    const mails = await this.db.query<LossesOfDay>(
      `${DAYS_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')} GROUP BY c.day`,
      { ...period, ...members },
    );
    const byDay = new Map(mails.map((day) => [day.day, day]));
    for (const [day, unsubscribedContacts] of await this.departures(period, members, timeZone))
      byDay.set(day, { ...(byDay.get(day) ?? { day, ...NO_LOSSES }), unsubscribedContacts });
    return [...byDay.values()];
  }

  async reasons(kinds: readonly ReasonKind[], period: Period, most: number): Promise<LossReason[]> {
    return this.db.query<LossReason>(REASONS, { kinds, most, ...period });
  }

  /** By kind; a kind without any is absent. */
  async kinds(kinds: readonly ReasonKind[], period: Period): Promise<Partial<Record<ReasonKind, number>>> {
    const rows = await this.db.query<{ kind: ReasonKind; total: number }>(KINDS, { kinds, ...period });
    return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]));
  }

  async domains(loss: Loss, period: Period, most: number): Promise<LossesOfDomain[]> {
    const found = await this.db.query<Pick<LossesOfDomain, 'domain' | 'lost'>>(DOMAINS.replaceAll('{lost}', loss), {
      most,
      ...period,
    });
    if (found.length === 0) return [];
    const mails = await this.db.query<Omit<LossesOfDomain, 'lost'>>(MAILS_OF_DOMAINS, {
      domains: found.map(({ domain }) => domain),
      days: daysOf(period),
    });
    const byDomain = new Map(mails.map((row) => [row.domain, row]));
    return found.map((row) => ({ sent: 0, bounced: 0, ...byDomain.get(row.domain), ...row }));
  }

  /** Campaigns that are not deleted. */
  async campaigns(loss: Loss, period: Period, most: number): Promise<LossesOfCampaign[]> {
    return this.db.query<LossesOfCampaign>(CAMPAIGNS.replaceAll('{lost}', loss), { most, ...period });
  }

  /** What became known last in a period, the newest first; see the query for its one limit. */
  async recent<Kind extends Loss>(
    loss: Kind,
    { from, to }: Period,
    timeZone: string,
    most: number,
  ): Promise<LossEventData<Kind>[]> {
    const rows = await this.db.query<{ data: string }>(RECENT, {
      type: LOSS_EVENTS[loss],
      start: startOfDay(from, timeZone),
      end: startOfDay(shiftDay(to, 1), timeZone),
      among: LOOKED_THROUGH,
      most,
    });
    return rows.map(({ data }) => JSON.parse(data) as LossEventData<Kind>);
  }

  /** By local day, how many became unsubscribed. Of single contacts that is known by the hour. */
  private async departures({ from, to }: Period, members: Members, timeZone: string): Promise<Map<string, number>> {
    const rows = await this.db.query<{ hour: Date; total: number }>(
      `${DEPARTURES_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')} GROUP BY c.hour`,
      { start: startOfDay(from, timeZone), end: startOfDay(shiftDay(to, 1), timeZone), ...members },
    );
    const byDay = new Map<string, number>();
    for (const { hour, total } of rows) {
      const day = localDay(hour, timeZone);
      byDay.set(day, (byDay.get(day) ?? 0) + total);
    }
    return byDay;
  }
}

export const NO_LOSSES: LossFigures = {
  sent: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
  unsubscribedContacts: 0,
};
