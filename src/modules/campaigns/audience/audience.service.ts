import { Injectable } from '@nestjs/common';
import type { EntityReader } from '../../../platform/database/reader.js';
import { AppError, invalidParams } from '../../../platform/errors/app-error.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import type { SqlCondition } from '../../../platform/sql/sql-condition.js';
import { type Filters, SegmentsService } from '../../segments/segments.service.js';
import type { AudiencePair, Resend, SendingFilter } from '../campaign-settings.js';
import type { Campaign, SegmentRule } from '../campaign.entity.js';
import { type Alternatives, anyOf, hasMailOf, type KnownLabels, matchesRows, wasMailedBefore } from './audience-sql.js';

/** Who is meant, in the manager's words. */
export interface Audience {
  readonly by: SendingFilter;
  readonly rows: readonly AudiencePair[];
  readonly segment: number | null;
  /** A rule of its own, or that of its segment as it was when the campaign began. */
  readonly filters: Filters | null;
  readonly resend: Resend | null;
  readonly excludedRows: readonly AudiencePair[];
  readonly excludedCampaigns: readonly number[];
  readonly excludedSegments: readonly number[];
  /** Their rules as they were when the campaign began; null before that. */
  readonly excludedRules: readonly SegmentRule[] | null;
}

/** The same for the database. Its parameters `:after` and `:until`, a window of contact ids, are the asker's. */
export interface CompiledAudience extends Alternatives {
  /** Holds for those who are left out, though they are meant. */
  readonly excluded: string;
  readonly known: KnownLabels;
}

/** The member of the settings that says who is meant, by the way in which it is said. */
const FIELD: Readonly<Record<SendingFilter, string>> = {
  list_tag: 'settings.subscribers',
  dynamic_segment: 'settings.dynamic_segment',
  advanced_filters: 'settings.advanced_filters',
  resend: 'settings.resend',
};

const EXCLUDED_SEGMENTS = 'settings.excluded_segment_ids';

/** Understands who is meant. Every question is asked of the reader it is given, so a transaction needs no second connection. */
@Injectable()
export class AudienceService {
  constructor(private readonly segments: SegmentsService) {}

  /** @throws AppError rest_invalid_param for a rule that is gone or makes no sense any more: whom it meant must not be guessed. */
  async compile(reader: EntityReader, audience: Audience): Promise<CompiledAudience> {
    const known = await this.known(reader, [...audience.rows, ...audience.excludedRows]);
    const wanted = await this.understood(reader, audience, known);
    const excludedRows = matchesRows(audience.excludedRows, known, 'ask', 'out');
    const mailed = hasMailOf(audience.excludedCampaigns);
    const segments = await this.inExcludedSegments(reader, audience);
    return {
      alternatives: wanted.alternatives,
      excluded: anyOf([...excludedRows.alternatives, ...mailed.alternatives, ...segments.alternatives]),
      params: { ...wanted.params, ...excludedRows.params, ...mailed.params, ...segments.params },
      known,
    };
  }

  /** What keeps it from being understood, by field; empty when nothing does. */
  async problems(reader: EntityReader, audience: Audience): Promise<Record<string, string>> {
    const field = this.fieldOf(audience);
    const said = {
      list_tag: audience.rows.length > 0,
      dynamic_segment: audience.segment !== null,
      advanced_filters: audience.filters !== null,
      resend: audience.resend !== null,
    };
    if (!said[audience.by]) return { [field]: 'is required' };
    try {
      await this.compile(reader, audience);
      return {};
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return paramsOf(error);
    }
  }

  fieldOf({ by }: Pick<Audience, 'by'>): string {
    return FIELD[by];
  }

  /** The rule that the walk over the contacts is to go by from now on; null where nothing can change under it. */
  async frozenFilters(reader: EntityReader, { by, segment }: Audience): Promise<Filters | null> {
    return by === 'dynamic_segment' && segment !== null ? (await this.segments.get(segment, reader)).filters : null;
  }

  /** The same for the segments that are left out. */
  async frozenExclusions(reader: EntityReader, { excludedSegments }: Audience): Promise<SegmentRule[] | null> {
    if (excludedSegments.length === 0) return null;
    const rules: SegmentRule[] = [];
    for (const id of excludedSegments) rules.push({ id, filters: (await this.segments.get(id, reader)).filters });
    return rules;
  }

  private async inExcludedSegments(reader: EntityReader, audience: Audience): Promise<Alternatives> {
    const conditions: SqlCondition[] = [];
    try {
      const rules = audience.excludedRules ?? (await this.frozenExclusions(reader, audience)) ?? [];
      for (const [index, { filters }] of rules.entries())
        conditions.push(await this.segments.compileFilters(filters, `outside${index}_`, reader));
    } catch (error) {
      // Who is in a segment that is gone must not be guessed.
      if (!(error instanceof AppError)) throw error;
      throw invalidParams({
        [EXCLUDED_SEGMENTS]: 'names a segment that is gone, or whose rule makes no sense any more',
      });
    }
    return {
      alternatives: conditions.map(({ sql }) => sql),
      params: Object.assign({}, ...conditions.map(({ params }) => params)) as SqlParams,
    };
  }

  private async understood(reader: EntityReader, audience: Audience, known: KnownLabels): Promise<Alternatives> {
    try {
      return await this.wanted(reader, audience, known);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw invalidParams(misunderstood(this.fieldOf(audience), error));
    }
  }

  private async wanted(reader: EntityReader, audience: Audience, known: KnownLabels): Promise<Alternatives> {
    switch (audience.by) {
      case 'list_tag':
        return matchesRows(audience.rows, known, 'find', 'in');
      case 'resend':
        return audience.resend === null ? NOBODY : wasMailedBefore(audience.resend);
      case 'dynamic_segment':
      case 'advanced_filters': {
        const filters = audience.filters ?? (await this.frozenFilters(reader, audience));
        return filters === null ? NOBODY : this.byRule(reader, filters);
      }
    }
  }

  private async byRule(reader: EntityReader, filters: Filters): Promise<Alternatives> {
    const { sql, params, alternatives } = await this.segments.compileFilters(filters, 'rule', reader);
    return { alternatives: alternatives ?? [sql], params };
  }

  private async known(reader: EntityReader, pairs: readonly AudiencePair[]): Promise<KnownLabels> {
    return {
      lists: await existing(
        reader,
        'lists',
        pairs.map(({ list }) => list),
      ),
      tags: await existing(
        reader,
        'tags',
        pairs.map(({ tag }) => tag),
      ),
    };
  }
}

/** Whom a campaign means. Once it has begun, its segment means whom it meant then. */
export function audienceOf({
  settings,
  frozenFilters,
  frozenExclusions,
}: Pick<Campaign, 'settings' | 'frozenFilters' | 'frozenExclusions'>): Audience {
  return {
    by: settings.sending_filter,
    rows: settings.subscribers,
    segment: settings.dynamic_segment?.id ?? null,
    filters: settings.sending_filter === 'dynamic_segment' ? frozenFilters : settings.advanced_filters,
    resend: settings.resend,
    excludedRows: settings.excludedSubscribers,
    excludedCampaigns: settings.exclude_campaign_ids,
    excludedSegments: settings.excluded_segment_ids,
    excludedRules: frozenExclusions,
  };
}

const NOBODY: Alternatives = { alternatives: [], params: {} };

function paramsOf({ options }: AppError): Record<string, string> {
  return (options.data?.['params'] ?? {}) as Record<string, string>;
}

function misunderstood(field: string, error: AppError): Record<string, string> {
  if (error.code === 'rest_post_invalid_id') return { [field]: 'names a segment that does not exist' };
  const reasons = Object.entries(paramsOf(error));
  return Object.fromEntries(reasons.map(([path, reason]) => [path.replace(/^filters/, field), reason]));
}

/** Those of the ids that name something. */
export async function existing(
  reader: EntityReader,
  table: 'lists' | 'tags' | 'segments' | 'campaigns' | 'senders',
  wanted: readonly (number | 'all')[],
): Promise<Set<number>> {
  const ids = [...new Set(wanted.filter((id) => id !== 'all'))];
  if (ids.length === 0) return new Set();
  const live = table === 'campaigns' ? 'AND deleted_at IS NULL' : '';
  const params: SqlParams = { ids };
  const rows = await reader.query<{ id: number }>(`SELECT id FROM ${table} WHERE id IN (:ids) ${live}`, params);
  return new Set(rows.map((row) => row.id));
}
