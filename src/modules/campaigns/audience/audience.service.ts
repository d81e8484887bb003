import { Injectable } from '@nestjs/common';
import type { EntityReader } from '../../../platform/database/database.js';
import { AppError, invalidParams, invalidParam } from '../../../platform/errors/app-error.js';
import type { SqlParams, SqlCondition } from '../../../platform/sql/named-parameters.js';
import { type Filters, SegmentsService } from '../../segments/segments.service.js';
import type { AudiencePair, SendingFilter } from '../campaign/campaign-settings.js';
import type { Campaign, SegmentRule } from '../campaign/campaign.entity.js';
import { type Alternatives, anyOf, receivedAnyOf, matchesRows, matchesResend } from './audience-sql.js';

/** The recipient rules of a campaign. Once it started, segments use the frozen rules. */
export type Audience = Pick<Campaign, 'settings' | 'frozenFilters' | 'frozenExclusions'>;

/** An audience as SQL. The caller binds the parameters `:after` and `:until`, a window of contact ids. */
export interface CompiledAudience extends Alternatives {
  /** True for excluded contacts. */
  readonly excluded: string;
}

/** The field of the settings that defines the recipients, by `sending_filter`. */
const FIELD: Readonly<Record<SendingFilter, string>> = {
  list_tag: 'settings.subscribers',
  dynamic_segment: 'settings.dynamic_segment',
  advanced_filters: 'settings.advanced_filters',
  resend: 'settings.resend',
};

/** Compiles audiences into SQL. Queries run on the given reader, so a transaction needs no second connection. */
@Injectable()
export class AudienceService {
  constructor(private readonly segments: SegmentsService) {}

  /** @throws AppError rest_invalid_param for a missing or invalid rule: guessing could email the wrong contacts. */
  async compile(reader: EntityReader, audience: Audience): Promise<CompiledAudience> {
    const { excludedSubscribers, exclude_campaign_ids } = audience.settings;
    await this.refuseDeletedLabels(reader, audience);
    const wanted = await this.understood(reader, audience);
    const excludedRows = matchesRows(excludedSubscribers, 'ask', 'out');
    const received = receivedAnyOf(exclude_campaign_ids);
    const segments = await this.inExcludedSegments(reader, audience);
    return {
      alternatives: wanted.alternatives,
      excluded: anyOf([...excludedRows.alternatives, ...received.alternatives, ...segments.alternatives]),
      params: { ...wanted.params, ...excludedRows.params, ...received.params, ...segments.params },
    };
  }

  /** Returns what makes the audience invalid, by field; empty when it is valid. */
  async problems(reader: EntityReader, audience: Audience): Promise<Record<string, string>> {
    const { sending_filter, subscribers, dynamic_segment, advanced_filters, resend } = audience.settings;
    const said = {
      list_tag: subscribers.length > 0,
      dynamic_segment: dynamic_segment !== null,
      advanced_filters: advanced_filters !== null,
      resend: resend !== null,
    };
    if (!said[sending_filter]) return { [FIELD[sending_filter]]: 'is required' };
    try {
      await this.compile(reader, audience);
      return {};
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return paramsOf(error);
    }
  }

  fieldOf({ settings }: Audience): string {
    return FIELD[settings.sending_filter];
  }

  /** Returns the rule to freeze for the enrollment of recipients; null for an audience without a segment. */
  async frozenFilters(reader: EntityReader, { settings }: Audience): Promise<Filters | null> {
    const { sending_filter, dynamic_segment: segment } = settings;
    if (sending_filter !== 'dynamic_segment' || segment === null) return null;
    return (await this.segments.get(segment.id, reader)).filters;
  }

  /** Returns the rules of the excluded segments to freeze. */
  async frozenExclusions(reader: EntityReader, { settings }: Audience): Promise<SegmentRule[] | null> {
    if (settings.excluded_segment_ids.length === 0) return null;
    const rules: SegmentRule[] = [];
    for (const id of settings.excluded_segment_ids)
      rules.push({ id, filters: (await this.segments.get(id, reader)).filters });
    return rules;
  }

  private async inExcludedSegments(reader: EntityReader, audience: Audience): Promise<Alternatives> {
    const conditions: SqlCondition[] = [];
    try {
      const rules = audience.frozenExclusions ?? (await this.frozenExclusions(reader, audience)) ?? [];
      for (const [index, { filters }] of rules.entries())
        conditions.push(await this.segments.compileFilters(filters, `outside${index}_`, reader, undefined, 'all_rows'));
    } catch (error) {
      // Ignoring a deleted segment could email contacts who must not get the campaign.
      if (!(error instanceof AppError)) throw error;
      const fault = 'contains a deleted segment or a segment with an invalid rule';
      throw invalidParam('settings.excluded_segment_ids', fault);
    }
    return {
      alternatives: conditions.map(({ sql }) => sql),
      params: Object.assign({}, ...conditions.map(({ params }) => params)) as SqlParams,
    };
  }

  private async understood(reader: EntityReader, audience: Audience): Promise<Alternatives> {
    try {
      return await this.wanted(reader, audience);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw invalidParams(invalidRules(this.fieldOf(audience), error));
    }
  }

  private async wanted(reader: EntityReader, audience: Audience): Promise<Alternatives> {
    const { sending_filter, subscribers, resend } = audience.settings;
    switch (sending_filter) {
      case 'list_tag':
        return matchesRows(subscribers, 'find', 'in');
      case 'resend':
        return resend === null ? NO_CONTACTS : matchesResend(resend);
      case 'dynamic_segment':
      case 'advanced_filters': {
        const filters = rulesOf(audience) ?? (await this.frozenFilters(reader, audience));
        return filters === null ? NO_CONTACTS : this.byRule(reader, filters);
      }
    }
  }

  private async byRule(reader: EntityReader, filters: Filters): Promise<Alternatives> {
    const rule = await this.segments.compileFilters(filters, 'rule', reader, undefined, 'all_rows');
    return { alternatives: rule.alternatives ?? [rule.sql], params: rule.params };
  }

  /** Ignoring a deleted label could email contacts who must not get the campaign, or send it to fewer than it is meant for. */
  private async refuseDeletedLabels(reader: EntityReader, { settings }: Audience): Promise<void> {
    const { sending_filter, subscribers, excludedSubscribers } = settings;
    const rows = { subscribers: sending_filter === 'list_tag' ? subscribers : [], excludedSubscribers };
    for (const [field, pairs] of Object.entries(rows)) {
      const deleted = await unknownLabels(reader, pairs);
      if (deleted.length > 0) throw invalidParam(`settings.${field}`, `names deleted labels: ${deleted.join(', ')}`);
    }
  }
}

/** Returns the audience's own rule, or the frozen rule of its segment; null before it is frozen. */
export function rulesOf({ settings, frozenFilters }: Audience): Filters | null {
  return settings.sending_filter === 'dynamic_segment' ? frozenFilters : settings.advanced_filters;
}

const NO_CONTACTS: Alternatives = { alternatives: [], params: {} };

function paramsOf({ options }: AppError): Record<string, string> {
  return (options.data?.['params'] ?? {}) as Record<string, string>;
}

function invalidRules(field: string, error: AppError): Record<string, string> {
  if (error.code === 'rest_post_invalid_id') return { [field]: 'names a segment that does not exist' };
  const reasons = Object.entries(paramsOf(error));
  return Object.fromEntries(reasons.map(([path, reason]) => [path.replace(/^filters/, field), reason]));
}

export type KnownTable = 'lists' | 'tags' | 'segments' | 'campaigns' | 'senders';

export async function existing(
  reader: EntityReader,
  table: KnownTable,
  wanted: readonly (number | 'all')[],
): Promise<Set<number>> {
  const ids = [...new Set(wanted.filter((id) => id !== 'all'))];
  if (ids.length === 0) return new Set();
  const live = table === 'campaigns' ? 'AND deleted_at IS NULL' : '';
  const params: SqlParams = { ids };
  const rows = await reader.query<{ id: number }>(`SELECT id FROM ${table} WHERE id IN (:ids) ${live}`, params);
  return new Set(rows.map((row) => row.id));
}

/** Returns the lists and tags of the rows that do not exist, in words. */
export async function unknownLabels(reader: EntityReader, pairs: readonly AudiencePair[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const kind of ['list', 'tag'] as const) {
    const ids = [...new Set(pairs.map((pair) => pair[kind]))];
    const known = await existing(reader, `${kind}s`, ids);
    unknown.push(...ids.filter((id) => id !== 'all' && !known.has(id)).map((id) => `${kind} ${id}`));
  }
  return unknown;
}
