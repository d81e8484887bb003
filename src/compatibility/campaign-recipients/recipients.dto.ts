import { Transform } from 'class-transformer';
import type { SettingsInput } from '../../modules/campaigns/audience/recipients-writer.js';
import { CampaignSettingsDto } from '../../modules/campaigns/dto/campaign-settings.dto.js';

/** Whom a campaign is for, as it stands in the settings of one, but bare. */
export class RecipientsDto extends CampaignSettingsDto {
  // Programs that post forms send it as text.
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? parsed(value) : value))
  declare advanced_filters?: unknown[] | null;

  /** Nothing but recipients, whatever else of the settings was sent. */
  toRecipients(): SettingsInput {
    const { subscribers, excludedSubscribers, dynamic_segment, advanced_filters, ...others } = this.toSettings();
    // Whoever names lists and tags means them, also in a campaign that went by a segment before.
    const filter = others.sending_filter ?? (subscribers === undefined ? undefined : 'list_tag');
    return {
      ...(subscribers === undefined ? {} : { subscribers }),
      ...(excludedSubscribers === undefined ? {} : { excludedSubscribers }),
      ...(dynamic_segment === undefined ? {} : { dynamic_segment }),
      ...(advanced_filters === undefined ? {} : { advanced_filters }),
      ...(filter === undefined ? {} : { sending_filter: filter }),
    };
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
