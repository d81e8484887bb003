import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { NAMED_COUNTRIES } from '../../../platform/countries/country-names.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { toDecimal } from '../../../platform/money/money.js';
import { percent } from '../../../platform/rates/rates.js';
import type { SqlCondition } from '../../../platform/sql/sql-condition.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import { SegmentsService, type StoredSegment } from '../../segments/segments.service.js';
import { BANDS } from '../engagement/score-distribution.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { LabelReportsQueries } from '../labels/label-reports.queries.js';
import type { LabelKind } from '../labels/label-sql.js';
import type { Members } from '../members/members.js';
import { MembersQueries } from '../members/members.queries.js';
import { localDay } from '../periods/local-day.js';
import { type Period, type PeriodRequest, resolvePeriod } from '../periods/report-period.js';
import { ReportCurrency } from '../revenue/report-currency.service.js';
import type { Attribute, Dimension } from './dimensions.js';
import { countsOfMasks, type Overlap, overlapOf, sortedOverlaps } from './overlaps.js';
import {
  type GroupFigures,
  type GroupingOfContacts,
  SegmentationReportsQueries,
} from './segmentation-reports.queries.js';

export interface SegmentationQuestion {
  readonly dimension: Dimension;
  readonly limit: number;
  readonly period: PeriodRequest;
  readonly members: Members;
  readonly includeMachine: boolean;
  /** Undefined for the one that reports are in. */
  readonly currency: string | undefined;
}

/** Contacts that have something in common. Rates are percent of the mails sent. */
export interface ContactGroup {
  /** The id of a list, tag or segment, else the value itself; null for those who have none. */
  readonly key: number | string | null;
  readonly label: string;
  readonly size: number;
  /** Percent of all contacts. */
  readonly share: number;
  readonly openRate: number;
  readonly clickRate: number;
  readonly unsubscribeRate: number;
  /** A decimal. */
  readonly revenue: number;
}

export interface Segmentation {
  readonly dimension: Dimension;
  readonly groups: readonly ContactGroup[];
  /** Empty where nobody can be in two. */
  readonly overlaps: readonly Overlap[];
  readonly total: number;
  readonly currency: string | null;
  readonly period: Period;
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

interface Group extends GroupFigures {
  readonly key: ContactGroup['key'];
  readonly label: string;
}

interface Taken {
  readonly groups: readonly Group[];
  readonly overlaps: readonly Overlap[];
}

const MAX_AGE_SECONDS = 900;
/** Every contact is asked about each of them. */
const MOST_SEGMENTS = 20;
const COUNTRIES = new Map(NAMED_COUNTRIES.map(({ code, title }) => [code, title]));
const NOBODY: GroupFigures = {
  size: 0,
  sent: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  machineOpens: 0,
  machineClicks: 0,
  revenue: 0,
};

/** Into which groups contacts fall, how each of them does, and whom they share. */
@Injectable()
export class SegmentationReportsService {
  constructor(
    private readonly queries: SegmentationReportsQueries,
    private readonly labels: LabelReportsQueries,
    private readonly segments: SegmentsService,
    private readonly filters: FiltersService,
    private readonly members: MembersQueries,
    private readonly currencies: ReportCurrency,
    private readonly measurements: ReportCache,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param; invalid_date_range; rest_post_invalid_id for an unknown list or tag. */
  async analysis({ dimension, limit, includeMachine, ...question }: SegmentationQuestion): Promise<Segmentation> {
    const { timeZone } = this.config;
    const today = localDay(this.clock.now(), timeZone);
    const period = resolvePeriod(question.period, today);
    const members = await this.members.require(question.members);
    const currency = await this.currencies.resolve(question.currency);
    const asked = { period, members, currency };
    const segments = dimension === 'segment' ? await this.firstSegments(limit) : [];
    const measured = await this.measurements.measure(
      'segmentation',
      // A rule that was changed is another question.
      { ...asked, dimension, limit, today, rules: segments.map(({ id, filters }) => [id, filters]) },
      MAX_AGE_SECONDS,
      async () => ({
        total: await this.queries.contacts(members),
        ...(await this.take(dimension, asked, { limit, today, segments })),
      }),
    );
    const { total, groups, overlaps } = measured.figures;
    return {
      dimension,
      groups: groups.map((group) => shown(group, total, currency, includeMachine)),
      overlaps,
      ...{ total, currency, period, timeZone, measured },
    };
  }

  private async take(
    dimension: Dimension,
    question: GroupingOfContacts,
    asked: { readonly limit: number; readonly today: string; readonly segments: readonly StoredSegment[] },
  ): Promise<Taken> {
    switch (dimension) {
      case 'list':
      case 'tag':
        return this.byLabel(dimension, question, asked.limit);
      case 'segment':
        return this.bySegment(question, asked.segments);
      case 'engagement':
        return { groups: await this.byEngagement(question, asked.today), overlaps: [] };
      default:
        return { groups: await this.byValue(dimension, question, asked), overlaps: [] };
    }
  }

  private async byLabel(
    kind: LabelKind,
    { period, members, currency }: GroupingOfContacts,
    limit: number,
  ): Promise<Taken> {
    const sizes = await this.queries.labelSizes(kind, members, limit);
    const [mails, revenue, shared] = await Promise.all([
      this.labels.mailsOfEach(kind, period, members),
      currency === null ? new Map<number, number>() : this.labels.revenueOfEach(kind, period, currency, members),
      this.queries.labelOverlap(
        kind,
        sizes.map(({ key }) => key),
        members,
      ),
    ]);
    const sizeOf = new Map(sizes.map(({ key, size }) => [key, size]));
    return {
      groups: sizes.map(({ key, label, size }) => ({
        ...NOBODY,
        ...mails.get(key),
        revenue: revenue.get(key) ?? 0,
        ...{ key, label, size },
      })),
      overlaps: sortedOverlaps(
        shared.map(({ one, other, size }) => overlapOf(one, other, size, (key) => sizeOf.get(key) ?? 0)),
      ),
    };
  }

  private async bySegment(question: GroupingOfContacts, segments: readonly StoredSegment[]): Promise<Taken> {
    const understood = await this.understood(segments);
    if (understood.length === 0) return { groups: [], overlaps: [] };
    const sets = await this.queries.bySegments(
      understood.map(({ condition }) => condition),
      question,
    );
    const { sizes, pairs } = countsOfMasks(understood.length, sets);
    const keyOf = (bit: number): number => understood[bit]?.id ?? 0;
    const sizeOf = new Map(sizes.map((size, bit) => [keyOf(bit), size]));
    return {
      groups: understood
        .map(({ id, title }, bit) => ({
          ...sets.filter(({ mask }) => (mask >> bit) & 1).reduce<GroupFigures>(plus, NOBODY),
          ...{ key: id, label: title },
        }))
        .toSorted((a, b) => b.size - a.size || a.key - b.key),
      overlaps: sortedOverlaps(
        pairs.map(([one, other, size]) => overlapOf(keyOf(one), keyOf(other), size, (key) => sizeOf.get(key) ?? 0)),
      ),
    };
  }

  /** All bands, whether or not somebody is in them. */
  private async byEngagement(question: GroupingOfContacts, today: string): Promise<Group[]> {
    const rows = await this.queries.byAttribute('engagement', question, BANDS.length, today);
    return BANDS.map(([from, to], number) => {
      const name = from === to ? String(from) : `${from}-${to}`;
      return { ...(rows.find(({ key }) => key === number) ?? NOBODY), key: name, label: name };
    });
  }

  private async byValue(
    attribute: Exclude<Attribute, 'engagement'>,
    question: GroupingOfContacts,
    { limit, today }: { readonly limit: number; readonly today: string },
  ): Promise<Group[]> {
    const rows = await this.queries.byAttribute(attribute, question, limit, today);
    return rows.map((row) => ({ ...row, label: labelOf(attribute, row.key) }));
  }

  private async firstSegments(limit: number): Promise<StoredSegment[]> {
    const all = await this.segments.list({ sorting: { field: 'id', direction: 'ASC' } });
    return all.slice(0, Math.min(limit, MOST_SEGMENTS));
  }

  /** Without those whose rule makes no sense any more, because a custom field is gone, say: nobody is known to be in them. */
  private async understood(
    segments: readonly StoredSegment[],
  ): Promise<{ readonly id: number; readonly title: string; readonly condition: SqlCondition }[]> {
    const now = this.clock.now();
    const found = [];
    for (const { id, title, filters } of segments)
      try {
        const condition = await this.filters.compile(filters, `segment${id}_`, undefined, now);
        found.push({ id, title, condition });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    return found;
  }
}

function labelOf(attribute: Exclude<Attribute, 'engagement'>, key: string | number | null): string {
  if (key === null) return 'Unknown';
  const text = String(key);
  switch (attribute) {
    case 'country':
      return COUNTRIES.get(text) ?? text;
    case 'contact_type':
      return text.charAt(0).toUpperCase() + text.slice(1);
    case 'domain':
      return text;
  }
}

function shown(group: Group, total: number, currency: string | null, includeMachine: boolean): ContactGroup {
  const { key, label, size, sent, revenue } = group;
  const opened = group.opened + (includeMachine ? group.machineOpens : 0);
  const clicked = group.clicked + (includeMachine ? group.machineClicks : 0);
  return {
    ...{ key, label, size },
    share: percent(size, total),
    openRate: percent(opened, sent),
    clickRate: percent(clicked, sent),
    unsubscribeRate: percent(group.unsubscribed, sent),
    revenue: currency === null ? 0 : toDecimal(revenue, currency),
  };
}

function plus(one: GroupFigures, other: GroupFigures): GroupFigures {
  return {
    size: one.size + other.size,
    sent: one.sent + other.sent,
    opened: one.opened + other.opened,
    clicked: one.clicked + other.clicked,
    unsubscribed: one.unsubscribed + other.unsubscribed,
    machineOpens: one.machineOpens + other.machineOpens,
    machineClicks: one.machineClicks + other.machineClicks,
    revenue: one.revenue + other.revenue,
  };
}
