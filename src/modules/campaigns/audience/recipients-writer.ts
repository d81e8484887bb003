import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import type { Filters } from '../../segments/filter-language/filter.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import type { SettingsInput } from '../campaign/campaign-input.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { sendersOfRows } from '../campaign/campaign-subscriptions.queries.js';
import { existing, type KnownTable, unknownLabels } from './audience.service.js';

const ROWS = ['subscribers', 'excludedSubscribers'] as const;

/** Validates the settings of a campaign against the database and applies them. */
@Injectable()
export class RecipientsWriter {
  constructor(private readonly filters: FiltersService) {}

  /** @returns all errors by field; with any, the settings must not be saved. */
  async apply(tx: Tx, campaign: Campaign, input: SettingsInput): Promise<Record<string, string>> {
    const faults = new ValidationErrors();
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
      mailer_settings: Object.assign({}, settings.mailer_settings, mailer),
    };
    const senders = new Set((await sendersOfRows(tx, campaign.settings)).values());
    senders.delete(null);
    // All emails of a campaign leave through one sender.
    if (senders.size > 1) faults.add('settings.subscribers', 'names subscriptions with different senders');
    return faults.reasonsByField();
  }

  private async readRule(tx: Tx, rule: unknown, faults: ValidationErrors): Promise<Filters | null> {
    return isBlank(rule) ? null : this.filters.read(rule, 'settings.advanced_filters', faults, tx);
  }

  private async refuseUnknown(
    tx: Tx,
    { id, settings }: Campaign,
    input: Omit<SettingsInput, 'mailer_settings' | 'advanced_filters'>,
    faults: ValidationErrors,
  ): Promise<void> {
    const unknown = async (table: KnownTable, ids: readonly number[]): Promise<number[]> => {
      const known = await existing(tx, table, ids);
      return [...new Set(ids)].filter((each) => !known.has(each));
    };
    const refuse = (field: string, ids: readonly (number | string)[]): void => {
      if (ids.length > 0) faults.add(`settings.${field}`, `names unknown ids: ${ids.join(', ')}`);
    };
    for (const field of ROWS) refuse(field, await unknownLabels(tx, input[field] ?? []));
    const segment = input.dynamic_segment?.id;
    if (segment !== undefined && (await unknown('segments', [segment])).length > 0)
      faults.add('settings.dynamic_segment.id', `names an unknown id: ${segment}`);
    // A stored exclusion stays valid after its campaign is deleted.
    const excluded = (input.exclude_campaign_ids ?? []).filter((of) => !settings.exclude_campaign_ids.includes(of));
    refuse('exclude_campaign_ids', await unknown('campaigns', excluded));
    if (excluded.includes(id)) faults.add('settings.exclude_campaign_ids', 'must not name the campaign itself');
    refuse('excluded_segment_ids', await unknown('segments', input.excluded_segment_ids ?? []));
    if (input.sending_filter === 'resend' && settings.resend === null)
      faults.add(
        'settings.sending_filter',
        'must not be resend; use POST /campaigns/{id}/resend-unopened or resend-failed',
      );
  }
}

/** Clients with an empty form send no groups, or groups without rows. */
function isBlank(rule: unknown): boolean {
  return rule === null || (Array.isArray(rule) && rule.every((group) => Array.isArray(group) && group.length === 0));
}
