import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { Faults } from '../../../platform/errors/faults.js';
import { type Filters, SegmentsService } from '../../segments/segments.service.js';
import type { CampaignSettings, MailerSettings } from '../campaign-settings.js';
import type { Campaign } from '../campaign.entity.js';
import { existing } from './audience.service.js';

/** Settings as somebody sent them; absent members stay as they are. */
export interface SettingsInput extends Partial<
  Omit<CampaignSettings, 'mailer_settings' | 'advanced_filters' | 'resend'>
> {
  readonly mailer_settings?: Partial<MailerSettings>;
  /** Not judged yet; null takes the rule away. */
  readonly advanced_filters?: unknown;
}

const ROWS = ['subscribers', 'excludedSubscribers'] as const;

/** Judges what a campaign is told about its recipients, and writes it into its settings. */
@Injectable()
export class RecipientsWriter {
  constructor(private readonly segments: SegmentsService) {}

  /** @returns everything that is wrong, by field; then the settings are not to be used. */
  async apply(tx: Tx, campaign: Campaign, input: SettingsInput): Promise<Record<string, string>> {
    const faults = new Faults();
    const { advanced_filters: rule, mailer_settings: mailer, ...others } = input;
    await this.refuseUnknown(tx, campaign, others, faults);
    const sender = mailer?.sender_id ?? null;
    if (sender !== null && (await existing(tx, 'senders', [sender])).size === 0)
      faults.add('settings.mailer_settings.sender_id', `names an unknown id: ${sender}`);
    const filters = rule === undefined ? {} : { advanced_filters: await this.readRule(tx, rule, faults) };
    const { settings } = campaign;
    campaign.settings = {
      ...settings,
      ...others,
      ...filters,
      mailer_settings: { ...settings.mailer_settings, ...mailer },
    };
    return faults.reasonsByField();
  }

  private async readRule(tx: Tx, rule: unknown, faults: Faults): Promise<Filters | null> {
    return isBlank(rule) ? null : this.segments.readFilters(rule, 'settings.advanced_filters', faults, tx);
  }

  private async refuseUnknown(
    tx: Tx,
    { id, settings }: Campaign,
    input: Omit<SettingsInput, 'mailer_settings' | 'advanced_filters'>,
    faults: Faults,
  ): Promise<void> {
    for (const field of ROWS) {
      const pairs = input[field] ?? [];
      const lists = pairs.map((pair) => pair.list);
      const tags = pairs.map((pair) => pair.tag);
      const unknown = [
        ...missing(lists, await existing(tx, 'lists', lists)).map((list) => `list ${list}`),
        ...missing(tags, await existing(tx, 'tags', tags)).map((tag) => `tag ${tag}`),
      ];
      if (unknown.length > 0) faults.add(`settings.${field}`, `names unknown ids: ${unknown.join(', ')}`);
    }
    const segment = input.dynamic_segment?.id;
    if (segment !== undefined && (await existing(tx, 'segments', [segment])).size === 0)
      faults.add('settings.dynamic_segment.id', `names an unknown id: ${segment}`);
    // What is left out already stays so, though that campaign has been deleted since.
    const excluded = (input.exclude_campaign_ids ?? []).filter((of) => !settings.exclude_campaign_ids.includes(of));
    const unknown = missing(excluded, await existing(tx, 'campaigns', excluded));
    if (unknown.length > 0) faults.add('settings.exclude_campaign_ids', `names unknown ids: ${unknown.join(', ')}`);
    else if (excluded.includes(id)) faults.add('settings.exclude_campaign_ids', 'must not name the campaign itself');
    const segments = input.excluded_segment_ids ?? [];
    const unknownSegments = missing(segments, await existing(tx, 'segments', segments));
    if (unknownSegments.length > 0)
      faults.add('settings.excluded_segment_ids', `names unknown ids: ${unknownSegments.join(', ')}`);
    if (input.sending_filter === 'resend' && settings.resend === null)
      faults.add('settings.sending_filter', 'must not be resend: that is what resend-unopened and resend-failed make');
  }
}

/** As clients with an empty form send it: no groups, or groups without a row. */
function isBlank(rule: unknown): boolean {
  return rule === null || (Array.isArray(rule) && rule.every((group) => Array.isArray(group) && group.length === 0));
}

function missing(wanted: readonly (number | 'all')[], known: ReadonlySet<number>): number[] {
  return [...new Set(wanted)].filter((id) => id !== 'all').filter((id) => !known.has(id));
}
