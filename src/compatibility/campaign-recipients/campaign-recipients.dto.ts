import { Transform } from 'class-transformer';
import type { SettingsInput } from '../../modules/campaigns/campaign/campaign-input.js';
import { CampaignSettingsDto } from '../../modules/campaigns/dto/campaign-settings.dto.js';
import { fromJson } from '../../platform/values/json.js';
import { given } from '../../platform/http/given.js';

/** Recipients as in the settings of a campaign, but at the top level. */
export class RecipientsDto extends CampaignSettingsDto {
  // Clients that post forms send it as text.
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? parsed(value) : value))
  declare advanced_filters?: unknown[] | null;

  /** Ignores all other settings. */
  toRecipients(): SettingsInput {
    const { subscribers, excludedSubscribers, dynamic_segment, advanced_filters, ...others } = this.toSettings();
    // Lists and tags replace a segment that the campaign used before.
    const filter = others.sending_filter ?? (subscribers === undefined ? undefined : 'list_tag');
    return given({ subscribers, excludedSubscribers, dynamic_segment, advanced_filters, sending_filter: filter });
  }
}

const parsed = (text: string): unknown => (text.trim() === '' ? null : fromJson(text));
