import { Injectable } from '@nestjs/common';
import { percent } from '../../../platform/rates/rates.js';
import type { ReasonKind } from '../../rollups/counters.js';
import { isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { deliveredOf, sumOf } from '../figures/figures.js';
import { CurrentNames } from '../names/current-names.queries.js';
import { daysOf } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import { COMPLAINT_THRESHOLD, complaintStatus } from './complaint-status.js';
import {
  type DeliverabilityFigures,
  type DeliverabilityOfDay,
  DeliverabilityQueries,
  NO_OUTCOMES,
  type Outcome,
  type OutcomeEmail,
  type OutcomeOfCampaign,
  type OutcomeOfDomain,
  type ReasonCount,
} from './deliverability.queries.js';
import type { BouncesResponse } from './dto/bounces.shapes.js';
import type { DeliverabilityResponse, RecentOutcomeResponse } from './dto/deliverability.shapes.js';
import type { SpamComplaintsResponse } from './dto/spam-complaints.shapes.js';
import type { UnsubscribesResponse } from './dto/unsubscribes.shapes.js';

/** Figures that are not counted by contact. */
interface Details<Kind extends Outcome> {
  readonly kinds: Partial<Record<ReasonKind, number>>;
  readonly previousKinds: Partial<Record<ReasonKind, number>>;
  readonly reasons: readonly ReasonCount[];
  readonly domains: readonly OutcomeOfDomain[];
  readonly campaigns: readonly OutcomeOfCampaign[];
  readonly recent: readonly OutcomeEmail<Kind>[];
}

interface CachedOutcomes<Kind extends Outcome> {
  readonly days: readonly DeliverabilityOfDay[];
  readonly previousDays: readonly DeliverabilityOfDay[];
  /** Null for an audience. */
  readonly details: Details<Kind> | null;
}

/** The reason is null if none was given. */
interface ReasonShare extends Omit<ReasonCount, 'reason'> {
  readonly reason: string | null;
  readonly share: number;
}

/** The common members of the three reports. Figures that are not counted by contact are null for an audience. */
interface Outcomes<Kind extends Outcome> {
  readonly shared: DeliverabilityResponse;
  readonly totals: DeliverabilityFigures;
  readonly kinds: Details<Kind>['kinds'] | null;
  /** Null when nothing is compared. */
  readonly previous: DeliverabilityFigures | null;
  readonly previousKinds: Details<Kind>['kinds'] | null;
  /** Most frequent first, grouped as in `KINDS_OF`. */
  readonly reasons: readonly ReasonShare[] | null;
  /** Every day of the period. */
  readonly timeline: readonly DeliverabilityOfDay[];
  readonly recent: readonly (Omit<RecentOutcomeResponse, 'at'> & { readonly fact: OutcomeEmail<Kind> })[] | null;
}

const MAX_AGE_SECONDS = 60;
const TOP = 20;
const RECENT = 20;

/** The kinds of reasons of an outcome. Each group adds up to all emails with the outcome. */
const KINDS_OF: Readonly<Record<Outcome, readonly (readonly ReasonKind[])[]>> = {
  bounced: [['hard_bounce', 'soft_bounce']],
  complained: [['complaint']],
  unsubscribed: [['opt_out'], ['opt_out_method']],
};

/** Computes the reports of bounces, spam complaints, and opt-outs. */
@Injectable()
export class DeliverabilityReportsService {
  constructor(
    private readonly queries: DeliverabilityQueries,
    private readonly names: CurrentNames,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async bounces(request: ReportRequest): Promise<BouncesResponse> {
    const outcomes = await this.outcomes('bounced', request);
    const { shared, totals, kinds, previous, previousKinds, reasons, timeline, recent } = outcomes;
    const sums = (figures: DeliverabilityFigures, byKind: typeof kinds) => ({
      totals: {
        sent: figures.sent,
        bounced: figures.bounced,
        hard: byKind && (byKind.hard_bounce ?? 0),
        soft: byKind && (byKind.soft_bounce ?? 0),
      },
      rates: { bounce_rate: rateOf('bounced', figures) },
    });
    return {
      ...shared,
      ...sums(totals, kinds),
      previous: previous && sums(previous, previousKinds),
      by_reason:
        reasons?.map(({ kind, reason, total, share }) => ({
          type: kind === 'hard_bounce' ? 'hard' : 'soft',
          ...{ reason, total, share },
        })) ?? null,
      timeline: timeline.map((day) => ({
        date: day.day,
        sent: day.sent,
        bounced: day.bounced,
        bounce_rate: rateOf('bounced', day),
      })),
      recent:
        recent?.map(({ fact, ...row }) => ({ ...row, at: fact.bounced_at, type: fact.bounce_type, code: fact.code })) ??
        null,
    };
  }

  /** @throws AppError as `bounces`. */
  async spamComplaints(request: ReportRequest): Promise<SpamComplaintsResponse> {
    const { shared, totals, previous, reasons, timeline, recent } = await this.outcomes('complained', request);
    const sums = (figures: DeliverabilityFigures) => ({
      totals: { sent: figures.sent, delivered: deliveredOf(figures), complained: figures.complained },
      rates: { complaint_rate: rateOf('complained', figures) },
    });
    return {
      ...shared,
      ...sums(totals),
      threshold: COMPLAINT_THRESHOLD,
      status: complaintStatus(totals.complained, deliveredOf(totals)),
      previous: previous && sums(previous),
      by_reason: reasons?.map(({ reason, total, share }) => ({ reason, total, share })) ?? null,
      timeline: timeline.map((day) => ({
        date: day.day,
        delivered: deliveredOf(day),
        complained: day.complained,
        complaint_rate: rateOf('complained', day),
      })),
      recent: recent?.map(({ fact, ...row }) => ({ ...row, at: fact.complained_at, reason: fact.source })) ?? null,
    };
  }

  /** @throws AppError as `bounces`. */
  async unsubscribes(request: ReportRequest): Promise<UnsubscribesResponse> {
    const { shared, totals, previous, reasons, timeline, recent } = await this.outcomes('unsubscribed', request);
    const sums = (figures: DeliverabilityFigures) => ({
      totals: {
        sent: figures.sent,
        unsubscribed: figures.unsubscribedContacts,
        through_mails: figures.unsubscribed,
      },
      rates: { unsubscribe_rate: rateOf('unsubscribed', figures) },
    });
    return {
      ...shared,
      ...sums(totals),
      previous: previous && sums(previous),
      by_reason:
        reasons
          ?.filter(({ kind }) => kind === 'opt_out')
          .map(({ reason, total, share }) => ({ reason, total, share })) ?? null,
      by_method:
        reasons
          ?.filter(({ kind }) => kind === 'opt_out_method')
          .map(({ reason, total, share }) => ({ method: reason ?? '', total, share })) ?? null,
      timeline: timeline.map((day) => ({
        date: day.day,
        sent: day.sent,
        unsubscribed: day.unsubscribedContacts,
        through_mails: day.unsubscribed,
        unsubscribe_rate: rateOf('unsubscribed', day),
      })),
      recent:
        recent?.map(({ fact, ...row }) => ({
          ...row,
          at: fact.unsubscribed_at,
          method: fact.method,
          reason: fact.reason,
        })) ?? null,
    };
  }

  private async outcomes<Kind extends Outcome>(outcome: Kind, request: ReportRequest): Promise<Outcomes<Kind>> {
    const scope = await this.scopes.of(request);
    const dates = daysOf(scope.period);
    const { figures, freshness } = await this.cache.fetch(outcome, scope, MAX_AGE_SECONDS, () =>
      this.figures(outcome, scope),
    );
    const { days, previousDays, details } = figures;
    const byDay = new Map(days.map((day) => [day.day, day]));
    const totals = sumOf(NO_OUTCOMES, days);
    return {
      shared: {
        by_domain: details && rowsOf(outcome, withRest(outcome, details.domains, totals, { domain: null })),
        by_campaign: details && (await this.campaigns(outcome, details.campaigns, totals)),
        meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
      },
      totals,
      kinds: details?.kinds ?? null,
      previous: scope.comparedWith && sumOf(NO_OUTCOMES, previousDays),
      previousKinds: details?.previousKinds ?? null,
      reasons: details && withShares(outcome, details),
      timeline: dates.map((day) => byDay.get(day) ?? { day, ...NO_OUTCOMES }),
      recent: details && (await this.recent(details.recent)),
    };
  }

  private async figures<Kind extends Outcome>(outcome: Kind, scope: ReportScope): Promise<CachedOutcomes<Kind>> {
    const { period, comparedWith, audience } = scope;
    const { timeZone } = this.scopes;
    return {
      days: await this.queries.days(period, audience, timeZone),
      previousDays: comparedWith === null ? [] : await this.queries.days(comparedWith, audience, timeZone),
      details: isUnfiltered(audience) ? await this.details(outcome, scope) : null,
    };
  }

  private async details<Kind extends Outcome>(
    outcome: Kind,
    { period, comparedWith }: ReportScope,
  ): Promise<Details<Kind>> {
    const groups = KINDS_OF[outcome];
    const reasons: ReasonCount[] = [];
    for (const group of groups) reasons.push(...(await this.queries.reasons(group, period, TOP)));
    return {
      kinds: await this.queries.kinds(groups.flat(), period),
      previousKinds: comparedWith === null ? {} : await this.queries.kinds(groups.flat(), comparedWith),
      reasons,
      domains: await this.queries.domains(outcome, period, TOP),
      campaigns: await this.queries.campaigns(outcome, period, TOP),
      recent: await this.queries.recent(outcome, period, this.scopes.timeZone, RECENT),
    };
  }

  /** Titles are not cached, so that new titles and deletions appear immediately. */
  private async campaigns(
    outcome: Outcome,
    campaigns: readonly OutcomeOfCampaign[],
    totals: DeliverabilityFigures,
  ): Promise<NonNullable<DeliverabilityResponse['by_campaign']>> {
    const titles = await this.names.campaigns(campaigns.map(({ campaignId }) => campaignId));
    const titled = campaigns.flatMap(({ campaignId, ...emails }) => {
      const title = titles.get(campaignId);
      return title === undefined ? [] : [{ campaign_id: campaignId, title, ...emails }];
    });
    const rest = { campaign_id: null, title: 'Funnels and all others' };
    return rowsOf(outcome, withRest(outcome, titled, totals, rest));
  }

  private async recent<Kind extends Outcome>(
    facts: readonly OutcomeEmail<Kind>[],
  ): Promise<NonNullable<Outcomes<Kind>['recent']>> {
    const contacts = await this.names.contacts(facts.flatMap(({ contact_id }) => contact_id ?? []));
    return facts.map((fact) => {
      const contact = contacts.get(fact.contact_id ?? 0);
      return {
        contact: contact ? { id: contact.id, email: contact.email } : null,
        email_id: fact.id,
        campaign_id: fact.campaign_id,
        fact,
      };
    });
  }
}

/** Percentage of the emails that can have the outcome; only delivered emails can cause complaints. */
const shareOf = (
  outcome: Outcome,
  total: number,
  emails: { readonly sent: number; readonly bounced: number },
): number => percent(total, outcome === 'complained' ? deliveredOf(emails) : emails.sent);

const rateOf = (outcome: Outcome, figures: DeliverabilityFigures): number =>
  shareOf(outcome, figures[outcome], figures);

/** Shares are percentages of all emails in the same group of kinds. */
function withShares(outcome: Outcome, { reasons, kinds }: Pick<Details<Outcome>, 'reasons' | 'kinds'>): ReasonShare[] {
  return reasons.map(({ kind, reason, total }) => {
    const group = KINDS_OF[outcome].find((some) => some.includes(kind)) ?? [];
    const all = group.reduce((sum, one) => sum + (kinds[one] ?? 0), 0);
    return { kind, reason: reason === '' ? null : reason, total, share: percent(total, all) };
  });
}

interface Emails {
  readonly total: number;
  readonly sent: number;
  readonly bounced: number;
}

/** Adds the rest, so that the rows add up to the totals: also emails whose domain or campaign is no longer known. */
function withRest<Top extends Emails, Rest>(
  outcome: Outcome,
  top: readonly Top[],
  totals: DeliverabilityFigures,
  named: Rest,
): readonly (Top | (Rest & Emails))[] {
  const shown = sumOf({ total: 0, sent: 0, bounced: 0 }, top);
  const rest = {
    total: totals[outcome] - shown.total,
    sent: totals.sent - shown.sent,
    bounced: totals.bounced - shown.bounced,
  };
  return rest.total > 0 ? [...top, { ...named, ...rest }] : top;
}

const rowsOf = <Row extends Emails>(
  outcome: Outcome,
  rows: readonly Row[],
): (Omit<Row, keyof Emails> & { readonly count: number; readonly rate: number })[] =>
  rows.map(({ total, sent, bounced, ...named }) => ({
    ...named,
    count: total,
    rate: shareOf(outcome, total, { sent, bounced }),
  }));
