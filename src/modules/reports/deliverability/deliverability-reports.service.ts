import { Injectable } from '@nestjs/common';
import { percent } from '../../../platform/rates/rates.js';
import type { ReasonKind } from '../../rollups/counters.js';
import { isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import type { SumsOfDay } from '../figures/contact-sums.queries.js';
import { FIGURES, figuresByDay, figuresOf, HUMAN_ACTIVITY, rateOf, type Sums } from '../figures/figure-catalog.js';
import { restOf, sumOf } from '../figures/sums.js';
import { CurrentNames } from '../names/current-names.queries.js';
import { daysOf } from '../periods/report-period.js';
import type { ReportRequest } from '../scope/report-request.js';
import { type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import { COMPLAINT_THRESHOLD, complaintStatus } from './complaint-status.js';
import {
  COUNTERS,
  COUNTERS_OF_DAYS,
  DeliverabilityQueries,
  type Outcome,
  type OutcomeEmail,
  type OutcomesOfCampaign,
  type OutcomesOfDomain,
  type ReasonCount,
} from './deliverability.queries.js';
import { bounceDayShape, bounceRatesShape, type BouncesResponse, bounceTotalsShape } from './dto/bounces.shapes.js';
import type { DeliverabilityResponse, RecentOutcomeResponse } from './dto/deliverability.shapes.js';
import {
  complaintDayShape,
  complaintRatesShape,
  complaintTotalsShape,
  type SpamComplaintsResponse,
} from './dto/spam-complaints.shapes.js';
import {
  unsubscribeDayShape,
  unsubscribeRatesShape,
  type UnsubscribesResponse,
  unsubscribeTotalsShape,
} from './dto/unsubscribes.shapes.js';

/** Figures that are not counted by contact. */
interface Details<Kind extends Outcome> {
  readonly kinds: Partial<Record<ReasonKind, number>>;
  readonly previousKinds: Partial<Record<ReasonKind, number>>;
  readonly reasons: readonly ReasonCount[];
  readonly domains: readonly OutcomesOfDomain[];
  readonly campaigns: readonly OutcomesOfCampaign[];
  readonly recent: readonly OutcomeEmail<Kind>[];
}

interface CachedOutcomes<Kind extends Outcome> {
  readonly days: readonly SumsOfDay[];
  readonly previousDays: readonly SumsOfDay[];
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
  readonly totals: Sums;
  readonly kinds: Details<Kind>['kinds'] | null;
  /** Null when nothing is compared. */
  readonly previous: Sums | null;
  readonly previousKinds: Details<Kind>['kinds'] | null;
  /** Most frequent first, grouped as in `KINDS_OF`. */
  readonly reasons: readonly ReasonShare[] | null;
  /** Every day of the period. */
  readonly dates: readonly string[];
  readonly days: readonly SumsOfDay[];
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
    const { shared, totals, kinds, previous, previousKinds, reasons, dates, days, recent } = outcomes;
    const figures = (sums: Sums, byKind: typeof kinds) => ({
      totals: {
        ...figuresOf(bounceTotalsShape, sums),
        hard: byKind && (byKind.hard_bounce ?? 0),
        soft: byKind && (byKind.soft_bounce ?? 0),
      },
      rates: figuresOf(bounceRatesShape, sums),
    });
    return {
      ...shared,
      ...figures(totals, kinds),
      previous: previous && figures(previous, previousKinds),
      by_reason:
        reasons?.map(({ kind, ...reason }) => ({ type: kind === 'hard_bounce' ? 'hard' : 'soft', ...reason })) ?? null,
      timeline: figuresByDay(bounceDayShape, dates, days),
      recent:
        recent?.map(({ fact, ...row }) => ({ ...row, at: fact.bounced_at, type: fact.bounce_type, code: fact.code })) ??
        null,
    };
  }

  /** @throws AppError as `bounces`. */
  async spamComplaints(request: ReportRequest): Promise<SpamComplaintsResponse> {
    const { shared, totals, previous, reasons, dates, days, recent } = await this.outcomes('complained', request);
    const figures = (sums: Sums) => ({
      totals: figuresOf(complaintTotalsShape, sums),
      rates: figuresOf(complaintRatesShape, sums),
    });
    const { complained, delivered } = figuresOf(complaintTotalsShape, totals);
    return {
      ...shared,
      ...figures(totals),
      threshold: COMPLAINT_THRESHOLD,
      status: complaintStatus(complained, delivered),
      previous: previous && figures(previous),
      by_reason: ofKind(reasons, 'complaint'),
      timeline: figuresByDay(complaintDayShape, dates, days),
      recent: recent?.map(({ fact, ...row }) => ({ ...row, at: fact.complained_at, reason: fact.source })) ?? null,
    };
  }

  /** @throws AppError as `bounces`. */
  async unsubscribes(request: ReportRequest): Promise<UnsubscribesResponse> {
    const { shared, totals, previous, reasons, dates, days, recent } = await this.outcomes('unsubscribed', request);
    const figures = (sums: Sums) => ({
      totals: figuresOf(unsubscribeTotalsShape, sums),
      rates: figuresOf(unsubscribeRatesShape, sums),
    });
    return {
      ...shared,
      ...figures(totals),
      previous: previous && figures(previous),
      by_reason: ofKind(reasons, 'opt_out'),
      by_method:
        ofKind(reasons, 'opt_out_method')?.map(({ reason, ...counts }) => ({ method: reason ?? '', ...counts })) ??
        null,
      timeline: figuresByDay(unsubscribeDayShape, dates, days),
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
    const totals = sumOf(COUNTERS_OF_DAYS, days);
    return {
      shared: {
        by_domain:
          details &&
          rowsOf<{ domain: string | null }>(
            outcome,
            details.domains.map(({ domain, ...sums }) => [{ domain }, sums]),
            totals,
            { domain: null },
          ),
        by_campaign: details && (await this.campaigns(outcome, details.campaigns, totals)),
        meta: { ...scope.period, ...freshness, compared_with: scope.comparedWith },
      },
      totals,
      kinds: details?.kinds ?? null,
      previous: scope.comparedWith && sumOf(COUNTERS_OF_DAYS, previousDays),
      previousKinds: details?.previousKinds ?? null,
      reasons: details && withShares(outcome, details),
      dates,
      days,
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
    campaigns: readonly OutcomesOfCampaign[],
    totals: Sums,
  ): Promise<NonNullable<DeliverabilityResponse['by_campaign']>> {
    const titles = await this.names.campaigns(campaigns.map(({ campaignId }) => campaignId));
    const titled = campaigns.flatMap(({ campaignId, ...sums }) => {
      const title = titles.get(campaignId);
      return title === undefined ? [] : [[{ campaign_id: campaignId, title }, sums] as const];
    });
    const others = { campaign_id: null, title: 'Funnels and all others' };
    return rowsOf<{ campaign_id: number | null; title: string }>(outcome, titled, totals, others);
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

/** Shares are percentages of all emails in the same group of kinds. */
function withShares(outcome: Outcome, { reasons, kinds }: Pick<Details<Outcome>, 'reasons' | 'kinds'>): ReasonShare[] {
  return reasons.map(({ kind, reason, total }) => {
    const group = KINDS_OF[outcome].find((some) => some.includes(kind)) ?? [];
    const all = group.reduce((sum, one) => sum + (kinds[one] ?? 0), 0);
    return { kind, reason: reason === '' ? null : reason, total, share: percent(total, all) };
  });
}

const ofKind = (reasons: readonly ReasonShare[] | null, wanted: ReasonKind) =>
  reasons?.flatMap(({ kind, ...reason }) => (kind === wanted ? [reason] : [])) ?? null;

/** Only delivered emails can cause complaints. */
const RATES = {
  bounced: rateOf('bounced', 'sent'),
  complained: rateOf('complained', 'delivered'),
  unsubscribed: rateOf('unsubscribed', 'sent'),
} as const satisfies Record<Outcome, unknown>;

/** Counts and rates, with a last row for the rest, so that the rows add up to the totals. */
function rowsOf<Name>(outcome: Outcome, top: readonly (readonly [Name, Sums])[], totals: Sums, others: Name) {
  const left = restOf(
    COUNTERS,
    totals,
    top.map(([, sums]) => sums),
  );
  const rows = (left[outcome] ?? 0) > 0 ? [...top, [others, left] as const] : top;
  return rows.map(([name, sums]) => ({
    ...name,
    count: FIGURES[outcome].of(sums, HUMAN_ACTIVITY),
    rate: RATES[outcome].of(sums, HUMAN_ACTIVITY),
  }));
}
