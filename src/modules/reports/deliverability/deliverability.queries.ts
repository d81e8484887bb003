import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { localDay } from '../../../platform/clock/local-time.js';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { ReasonKind } from '../../rollups/counters.js';
import { type AudienceFilter, isUnfiltered } from '../audience-filter/audience-filter.js';
import { ContactSums, type SumsOfDay } from '../figures/contact-sums.queries.js';
import { countersOf, type Sums } from '../figures/figure-catalog.js';
import { withCounters } from '../figures/sums.js';
import { daysOf, momentsOf, type Period } from '../periods/report-period.js';
import { bounceTotalsShape, complaintTotalsShape, unsubscribeTotalsShape } from './dto/deliverability.shapes.js';

export type Outcome = 'bounced' | 'complained' | 'unsubscribed';

export interface ReasonCount {
  readonly kind: ReasonKind;
  /** Empty if none was given. */
  readonly reason: string;
  readonly total: number;
}

/** Emails by kind of reason; kinds without emails are absent. */
export type KindCounts = Readonly<Partial<Record<ReasonKind, number>>>;

type OutcomesOfDomain = Sums & { readonly domain: string };
export type OutcomesOfCampaign = Sums & { readonly campaignId: number };

const OUTCOME_EVENTS = {
  bounced: 'email.bounced',
  complained: 'email.spam_complaint',
  unsubscribed: 'email.unsubscribed',
} as const satisfies Record<Outcome, string>;
export type OutcomeEmail<Kind extends Outcome> = StoredEvent<(typeof OUTCOME_EVENTS)[Kind]>['data']['email'];

const SHAPES = [bounceTotalsShape, complaintTotalsShape, unsubscribeTotalsShape] as const;
export const COUNTERS = countersOf('domain_daily_stats', ...SHAPES);
export const COUNTERS_OF_DAYS = countersOf('daily_stats', ...SHAPES);

const REASONS = namedSql(__dirname, 'reasons');
const KINDS = namedSql(__dirname, 'kinds');
const DOMAINS = namedSql(__dirname, 'domains');
const EMAILS_OF_DOMAINS = withCounters(namedSql(__dirname, 'emails-of-domains'), COUNTERS);
const CAMPAIGNS = withCounters(namedSql(__dirname, 'campaigns'), COUNTERS);
const RECENT = namedSql(__dirname, 'recent');
/** Number of newest emails that are scanned for recent outcomes. */
const SCAN_LIMIT = 5_000;

@Injectable()
export class DeliverabilityQueries {
  constructor(
    private readonly db: Database,
    private readonly sums: ContactSums,
  ) {}

  /** Returns only days with figures, in no order. */
  async days(period: Period, audience: AudienceFilter, timeZone: string): Promise<SumsOfDay[]> {
    const days = await this.sums.days(period, audience, ...SHAPES);
    if (isUnfiltered(audience)) return days;
    // By contact, unsubscribed contacts are counted by hour.
    const byDay = new Map<string, SumsOfDay>(days.map((sums) => [sums.day, sums]));
    const hours = await this.sums.hours(period, audience, timeZone, unsubscribeTotalsShape);
    for (const { hour, unsubscribed_contacts = 0 } of hours) {
      const day = localDay(hour, timeZone);
      const sums = byDay.get(day);
      const before = sums?.unsubscribed_contacts ?? 0;
      byDay.set(day, { ...sums, day, unsubscribed_contacts: before + unsubscribed_contacts });
    }
    return [...byDay.values()];
  }

  async reasons(kinds: readonly ReasonKind[], period: Period, most: number): Promise<ReasonCount[]> {
    return this.db.query<ReasonCount>(REASONS, { kinds, most, ...period });
  }

  async kinds(kinds: readonly ReasonKind[], period: Period): Promise<KindCounts> {
    const rows = await this.db.query<{ kind: ReasonKind; total: number }>(KINDS, { kinds, ...period });
    return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]));
  }

  async domains(outcome: Outcome, period: Period, most: number): Promise<OutcomesOfDomain[]> {
    const found = await this.db.query<{ domain: string }>(DOMAINS.replaceAll('{counter}', outcome), {
      most,
      ...period,
    });
    if (found.length === 0) return [];
    const emails = await this.db.query<OutcomesOfDomain>(EMAILS_OF_DOMAINS, {
      domains: found.map(({ domain }) => domain),
      days: daysOf(period),
    });
    const byDomain = new Map(emails.map((row) => [row.domain, row]));
    return found.flatMap(({ domain }) => byDomain.get(domain) ?? []);
  }

  /** Excludes deleted campaigns. */
  async campaigns(outcome: Outcome, period: Period, most: number): Promise<OutcomesOfCampaign[]> {
    return this.db.query<OutcomesOfCampaign>(CAMPAIGNS.replaceAll('{counter}', outcome), { most, ...period });
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
}
