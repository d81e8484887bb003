import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { percent } from '../../../platform/rates/rates.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { isEverybody, type Members } from '../members/members.js';
import { MembersQueries } from '../members/members.queries.js';
import { daysOf } from '../periods/days-of.js';
import { localDay } from '../periods/local-day.js';
import { comparedPeriod, type Period, resolvePeriod } from '../periods/report-period.js';
import type { ReportQuestion } from '../report-question.js';
import { CampaignTitles } from '../revenue/campaign-titles.queries.js';
import type { ReasonKind } from '../rollups/counters.js';
import { type Person, PeopleQueries } from '../top-subscribers/people.queries.js';
import {
  type Loss,
  type LossesOfCampaign,
  type LossesOfDay,
  type LossesOfDomain,
  type LossEventData,
  type LossFigures,
  LossesQueries,
  type LossReason,
  NO_LOSSES,
} from './losses.queries.js';

/** The figures of days, and what is known of the kinds of their losses. */
export interface LossTotals extends LossFigures {
  /** How many of each kind; null of members, whose losses are not counted by kind. */
  readonly kinds: Readonly<Partial<Record<ReasonKind, number>>> | null;
}

export interface ShareOfReason extends LossReason {
  /** Of all losses of this kind of reason, percent with one decimal. */
  readonly share: number;
}

/** What was lost at one place; the rate is percent with one decimal. */
interface PlaceOfLoss {
  readonly count: number;
  readonly rate: number;
}

export interface DomainOfLoss extends PlaceOfLoss {
  /** Null for all others together. */
  readonly domain: string | null;
}

export interface CampaignOfLoss extends PlaceOfLoss {
  readonly campaignId: number;
  readonly title: string;
}

export interface RecentLoss<Kind extends Loss> {
  readonly fact: LossEventData<Kind>['email'];
  /** Null when the contact is gone. */
  readonly person: Person | null;
}

/** What was lost in a period, and where and why. What is not known of members is null. */
export interface LossReport<Kind extends Loss> {
  readonly totals: LossTotals;
  readonly previous: LossTotals | null;
  /** The most frequent first, those of one kind after the other in the order of the question. */
  readonly reasons: readonly ShareOfReason[] | null;
  readonly domains: readonly DomainOfLoss[] | null;
  readonly campaigns: readonly CampaignOfLoss[] | null;
  /** Every day of the period. */
  readonly timeline: readonly LossesOfDay[];
  readonly recent: readonly RecentLoss<Kind>[] | null;
  readonly period: Period;
  readonly comparedWith: Period | null;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

/** What is counted of everybody and not of members. */
interface Details<Kind extends Loss> {
  readonly kinds: Partial<Record<ReasonKind, number>>;
  readonly previousKinds: Partial<Record<ReasonKind, number>>;
  readonly reasons: readonly LossReason[];
  readonly domains: readonly LossesOfDomain[];
  readonly campaigns: readonly LossesOfCampaign[];
  readonly recent: readonly LossEventData<Kind>['email'][];
}

interface Figures<Kind extends Loss> {
  readonly days: readonly LossesOfDay[];
  readonly previousDays: readonly LossesOfDay[];
  readonly details: Details<Kind> | null;
}

const MAX_AGE_SECONDS = 60;
const TOP = 20;
const RECENT = 20;

/** The kinds of reasons that a loss is counted by; each kind by itself adds up to all losses, but for bounces, which are either. */
const KINDS_OF: Readonly<Record<Loss, readonly (readonly ReasonKind[])[]>> = {
  bounced: [['hard_bounce', 'soft_bounce']],
  complained: [['complaint']],
  unsubscribed: [['opt_out'], ['opt_out_method']],
};

/** Of which mails a loss is a share: nobody complains about a mail that has not arrived. */
export function lossRate(loss: Loss, figures: Pick<LossFigures, 'sent' | 'bounced'>, lost: number): number {
  return percent(lost, loss === 'complained' ? Math.max(0, figures.sent - figures.bounced) : figures.sent);
}

/** Mails that came back, were called spam, or made people leave. */
@Injectable()
export class LossReportsService {
  constructor(
    private readonly queries: LossesQueries,
    private readonly members: MembersQueries,
    private readonly titles: CampaignTitles,
    private readonly people: PeopleQueries,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async report<Kind extends Loss>(loss: Kind, question: ReportQuestion): Promise<LossReport<Kind>> {
    const { timeZone } = this.config;
    const period = resolvePeriod(question.period, localDay(this.clock.now(), timeZone));
    const days = daysOf(period);
    const comparedWith = comparedPeriod(period, question.compareWith);
    const members = await this.members.require(question.members);
    const measured = await this.measurements.measure(
      loss,
      { period, comparedWith, members },
      MAX_AGE_SECONDS,
      (): Promise<Figures<Kind>> => this.take(loss, period, comparedWith, members),
    );
    const { figures } = measured;
    const { details } = figures;
    const byDay = new Map(figures.days.map((day) => [day.day, day]));
    const totals = { ...sumOf(figures.days), kinds: details?.kinds ?? null };
    return {
      totals,
      previous: comparedWith && { ...sumOf(figures.previousDays), kinds: details?.previousKinds ?? null },
      reasons: details && sharesOf(details.reasons, KINDS_OF[loss], details.kinds),
      domains: details && domainsOf(loss, details.domains, totals),
      campaigns: details && (await this.named(loss, details.campaigns)),
      timeline: days.map((day) => byDay.get(day) ?? { day, ...NO_LOSSES }),
      recent: details && (await this.recent<Kind>(details.recent)),
      period,
      comparedWith,
      timeZone,
      measured,
    };
  }

  private async take<Kind extends Loss>(
    loss: Kind,
    period: Period,
    comparedWith: Period | null,
    members: Members,
  ): Promise<Figures<Kind>> {
    const { timeZone } = this.config;
    return {
      days: await this.queries.days(period, members, timeZone),
      previousDays: comparedWith === null ? [] : await this.queries.days(comparedWith, members, timeZone),
      details: isEverybody(members) ? await this.details(loss, period, comparedWith) : null,
    };
  }

  private async details<Kind extends Loss>(
    loss: Kind,
    period: Period,
    comparedWith: Period | null,
  ): Promise<Details<Kind>> {
    const kinds = KINDS_OF[loss];
    const reasons: LossReason[] = [];
    for (const together of kinds) reasons.push(...(await this.queries.reasons(together, period, TOP)));
    const recent = await this.queries.recent(loss, period, this.config.timeZone, RECENT);
    return {
      kinds: await this.queries.kinds(kinds.flat(), period),
      previousKinds: comparedWith === null ? {} : await this.queries.kinds(kinds.flat(), comparedWith),
      reasons,
      domains: await this.queries.domains(loss, period, TOP),
      campaigns: await this.queries.campaigns(loss, period, TOP),
      recent: recent.map(({ email }) => email),
    };
  }

  /** Not from the cache: a new title or a deletion is seen at once. */
  private async named(loss: Loss, campaigns: readonly LossesOfCampaign[]): Promise<CampaignOfLoss[]> {
    const titles = await this.titles.byId(campaigns.map(({ campaignId }) => campaignId));
    return campaigns.flatMap(({ campaignId, lost, ...mails }) => {
      const title = titles.get(campaignId);
      return title === undefined ? [] : [{ campaignId, title, count: lost, rate: lossRate(loss, mails, lost) }];
    });
  }

  private async recent<Kind extends Loss>(facts: Details<Kind>['recent']): Promise<RecentLoss<Kind>[]> {
    const ids = facts.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]));
    const people = await this.people.byId([...new Set(ids)]);
    return facts.map((fact) => ({ fact, person: people.get(fact.contact_id ?? 0) ?? null }));
  }
}

function sumOf(days: readonly LossFigures[]): LossFigures {
  return days.reduce(
    (sum, day) => ({
      sent: sum.sent + day.sent,
      bounced: sum.bounced + day.bounced,
      complained: sum.complained + day.complained,
      unsubscribed: sum.unsubscribed + day.unsubscribed,
      unsubscribedContacts: sum.unsubscribedContacts + day.unsubscribedContacts,
    }),
    NO_LOSSES,
  );
}

function sharesOf(
  reasons: readonly LossReason[],
  kinds: readonly (readonly ReasonKind[])[],
  totals: Partial<Record<ReasonKind, number>>,
): ShareOfReason[] {
  return reasons.map((reason) => {
    const together = kinds.find((some) => some.includes(reason.kind)) ?? [];
    const all = together.reduce((sum, kind) => sum + (totals[kind] ?? 0), 0);
    return { ...reason, share: percent(reason.total, all) };
  });
}

/** The rest also has the mails whose domain is known no more, so that the rows add up to the totals. */
function domainsOf(loss: Loss, top: readonly LossesOfDomain[], totals: LossFigures): DomainOfLoss[] {
  const rest = top.reduce(
    (left, { lost, sent, bounced }) => ({
      lost: left.lost - lost,
      sent: left.sent - sent,
      bounced: left.bounced - bounced,
    }),
    { lost: totals[loss], sent: totals.sent, bounced: totals.bounced },
  );
  const places = [...top, ...(rest.lost > 0 ? [{ domain: null, ...rest }] : [])];
  return places.map(({ domain, lost, ...mails }) => ({ domain, count: lost, rate: lossRate(loss, mails, lost) }));
}
