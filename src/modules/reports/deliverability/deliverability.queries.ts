import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { localDay } from '../../../platform/clock/local-day.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { ReasonKind } from '../../rollups/counters.js';
import { type AudienceFilter, audienceCondition, isUnfiltered } from '../audience-filter/audience-filter.js';
import { daysOf, momentsOf, type Period } from '../periods/report-period.js';

export interface DeliverabilityFigures {
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
  /** Opt-outs through emails. */
  readonly unsubscribed: number;
  /** Contacts that became unsubscribed in any way. */
  readonly unsubscribedContacts: number;
}

export interface DeliverabilityOfDay extends DeliverabilityFigures {
  readonly day: string;
}

/** The outcomes of emails that have a report, by counter. */
export type Outcome = 'bounced' | 'complained' | 'unsubscribed';

export interface ReasonCount {
  readonly kind: ReasonKind;
  /** Empty if none was given. */
  readonly reason: string;
  readonly total: number;
}

/** Emails with the outcome, and all emails. */
interface OutcomeCount {
  readonly total: number;
  readonly sent: number;
  readonly bounced: number;
}

export interface OutcomeOfDomain extends OutcomeCount {
  readonly domain: string;
}

export interface OutcomeOfCampaign extends OutcomeCount {
  readonly campaignId: number;
}

const OUTCOME_EVENTS = {
  bounced: 'email.bounced',
  complained: 'email.spam_complaint',
  unsubscribed: 'email.unsubscribed',
} as const satisfies Record<Outcome, string>;
/** The email in the event that records an outcome. */
export type OutcomeEmail<Kind extends Outcome> = StoredEvent<(typeof OUTCOME_EVENTS)[Kind]>['data']['email'];

const DAYS = namedSql(__dirname, 'days');
const DAYS_OF_AUDIENCE = namedSql(__dirname, 'days-of-audience');
const DEPARTURES_OF_AUDIENCE = namedSql(__dirname, 'departures-of-audience');
const REASONS = namedSql(__dirname, 'reasons');
const KINDS = namedSql(__dirname, 'kinds');
const DOMAINS = namedSql(__dirname, 'domains');
const EMAILS_OF_DOMAINS = namedSql(__dirname, 'emails-of-domains');
const CAMPAIGNS = namedSql(__dirname, 'campaigns');
const RECENT = namedSql(__dirname, 'recent');
/** Number of newest emails that are scanned for recent outcomes. */
const SCAN_LIMIT = 5_000;

export const NO_OUTCOMES: DeliverabilityFigures = {
  sent: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
  unsubscribedContacts: 0,
};

@Injectable()
export class DeliverabilityQueries {
  constructor(private readonly db: Database) {}

  /** Returns only days with figures, in no order. */
  async days(period: Period, audience: AudienceFilter, timeZone: string): Promise<DeliverabilityOfDay[]> {
    if (isUnfiltered(audience)) return this.db.query<DeliverabilityOfDay>(DAYS, { ...period });
    const rows = await this.db.query<DeliverabilityOfDay>(
      `${DAYS_OF_AUDIENCE} AND ${audienceCondition(audience)} GROUP BY c.day`,
      { ...period, ...audience },
    );
    const byDay = new Map(rows.map((day) => [day.day, day]));
    for (const [day, unsubscribedContacts] of await this.departures(period, audience, timeZone))
      byDay.set(day, { ...(byDay.get(day) ?? { day, ...NO_OUTCOMES }), unsubscribedContacts });
    return [...byDay.values()];
  }

  async reasons(kinds: readonly ReasonKind[], period: Period, most: number): Promise<ReasonCount[]> {
    return this.db.query<ReasonCount>(REASONS, { kinds, most, ...period });
  }

  /** By kind; kinds without emails are absent. */
  async kinds(kinds: readonly ReasonKind[], period: Period): Promise<Partial<Record<ReasonKind, number>>> {
    const rows = await this.db.query<{ kind: ReasonKind; total: number }>(KINDS, { kinds, ...period });
    return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]));
  }

  async domains(outcome: Outcome, period: Period, most: number): Promise<OutcomeOfDomain[]> {
    const sql = DOMAINS.replaceAll('{counter}', outcome);
    const found = await this.db.query<Pick<OutcomeOfDomain, 'domain' | 'total'>>(sql, { most, ...period });
    if (found.length === 0) return [];
    const emails = await this.db.query<Omit<OutcomeOfDomain, 'total'>>(EMAILS_OF_DOMAINS, {
      domains: found.map(({ domain }) => domain),
      days: daysOf(period),
    });
    const byDomain = new Map(emails.map((row) => [row.domain, row]));
    return found.map((row) => ({ sent: 0, bounced: 0, ...byDomain.get(row.domain), ...row }));
  }

  /** Excludes deleted campaigns. */
  async campaigns(outcome: Outcome, period: Period, most: number): Promise<OutcomeOfCampaign[]> {
    return this.db.query<OutcomeOfCampaign>(CAMPAIGNS.replaceAll('{counter}', outcome), { most, ...period });
  }

  /** Returns the outcomes recorded last in a period, newest first; see the query for its limit. */
  async recent<Kind extends Outcome>(
    outcome: Kind,
    period: Period,
    timeZone: string,
    most: number,
  ): Promise<OutcomeEmail<Kind>[]> {
    const rows = await this.db.query<{ data: string }>(RECENT, {
      type: OUTCOME_EVENTS[outcome],
      ...momentsOf(period, timeZone),
      among: SCAN_LIMIT,
      most,
    });
    return rows.map(({ data }) => (JSON.parse(data) as { readonly email: OutcomeEmail<Kind> }).email);
  }

  /** Returns unsubscribed contacts by local day. By contact, these are counted by hour. */
  private async departures(period: Period, audience: AudienceFilter, timeZone: string): Promise<Map<string, number>> {
    const rows = await this.db.query<{ hour: Date; total: number }>(
      `${DEPARTURES_OF_AUDIENCE} AND ${audienceCondition(audience)} GROUP BY c.hour`,
      { ...momentsOf(period, timeZone), ...audience },
    );
    const byDay = new Map<string, number>();
    for (const { hour, total } of rows) {
      const day = localDay(hour, timeZone);
      byDay.set(day, (byDay.get(day) ?? 0) + total);
    }
    return byDay;
  }
}
