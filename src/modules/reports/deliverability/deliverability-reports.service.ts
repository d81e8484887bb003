import { Injectable } from '@nestjs/common';
import { reporterOf } from '../../../events/email.events.js';
import { percent } from '../../../platform/rates/rates.js';
import type { ReasonKind } from '../../rollups/counters.js';
import { isUnfiltered } from '../audience-filter/audience-filter.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { FIGURES, figuresByDay, figuresOf, HUMAN_ACTIVITY, rateOf, type Sums } from '../figures/figure-catalog.js';
import { restOf, sumOf } from '../figures/sums.js';
import { CurrentNames } from '../names/current-names.queries.js';
import { daysOf } from '../periods/report-period.js';
import { type ReportRequest, type ReportScope, ReportScopes } from '../scope/report-scopes.service.js';
import { COMPLAINT_THRESHOLD, complaintStatus } from './complaint-status.js';
import {
  COUNTERS,
  COUNTERS_OF_DAYS,
  DeliverabilityQueries,
  type KindCounts,
  type Outcome,
  type OutcomeEmail,
  type OutcomesOfCampaign,
  type ReasonCount,
} from './deliverability.queries.js';
import {
  type BouncesResponse,
  type DeliverabilityResponse,
  type SpamComplaintsResponse,
  type UnsubscribesResponse,
  bounceDayShape,
  bounceRatesShape,
  bounceTotalsShape,
  complaintDayShape,
  complaintRatesShape,
  complaintTotalsShape,
  unsubscribeDayShape,
  unsubscribeRatesShape,
  unsubscribeTotalsShape,
} from './dto/deliverability.shapes.js';

const MAX_AGE_SECONDS = 60;
const TOP = 20;
const RECENT = 20;

/** The kinds of reasons of an outcome. Each group adds up to all emails with the outcome. */
const KINDS_OF: Readonly<Record<Outcome, readonly (readonly ReasonKind[])[]>> = {
  bounced: [['hard_bounce', 'soft_bounce']],
  complained: [['complaint']],
  unsubscribed: [['opt_out'], ['opt_out_method']],
};

@Injectable()
export class DeliverabilityReportsService {
  constructor(
    private readonly queries: DeliverabilityQueries,
    private readonly names: CurrentNames,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

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
      recent: recent?.map(({ fact, ...row }) => ({ ...row, at: fact.complained_at, reason: reporterOf(fact) })) ?? null,
    };
  }

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
        recent?.map(({ fact: { unsubscribed_at: at, method, reason }, ...row }) => ({ ...row, at, method, reason })) ??
        null,
    };
  }

  /** The common members of the three reports. Figures that are not counted by contact are null for an audience. */
  private async outcomes<Kind extends Outcome>(outcome: Kind, request: ReportRequest) {
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
      reasons: details && withShares(outcome, details.reasons, details.kinds),
      dates,
      days,
      recent: details && (await this.recent(details.recent)),
    };
  }

  private async figures<Kind extends Outcome>(outcome: Kind, scope: ReportScope) {
    const { period, comparedWith, audience } = scope;
    const { timeZone } = this.scopes;
    return {
      days: await this.queries.days(period, audience, timeZone),
      previousDays: comparedWith === null ? [] : await this.queries.days(comparedWith, audience, timeZone),
      details: isUnfiltered(audience) ? await this.details(outcome, scope) : null,
    };
  }

  private async details<Kind extends Outcome>(outcome: Kind, { period, comparedWith }: ReportScope) {
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

  private async recent<Kind extends Outcome>(facts: readonly OutcomeEmail<Kind>[]) {
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

/** Shares are percentages of all emails in the same group of kinds. The reason is null if none was given. */
const withShares = (outcome: Outcome, reasons: readonly ReasonCount[], kinds: KindCounts) =>
  reasons.map(({ kind, reason, total }) => {
    const group = KINDS_OF[outcome].find((some) => some.includes(kind)) ?? [];
    const all = group.reduce((sum, one) => sum + (kinds[one] ?? 0), 0);
    return { kind, reason: reason === '' ? null : reason, total, share: percent(total, all) };
  });

const ofKind = (reasons: ReturnType<typeof withShares> | null, wanted: ReasonKind) =>
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
