import { Body, Injectable, Param } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { SettingsInput } from '../../modules/campaigns/campaign/campaign-input.js';
import { AudienceQueries } from '../../modules/campaigns/audience/audience.queries.js';
import { RecipientsWriter } from '../../modules/campaigns/audience/recipients-writer.js';
import { DEFAULT_SETTINGS } from '../../modules/campaigns/campaign/campaign-settings.js';
import { Campaign } from '../../modules/campaigns/campaign/campaign.entity.js';
import { CampaignsService } from '../../modules/campaigns/campaigns.service.js';
import { CampaignSettingsDto } from '../../modules/campaigns/dto/campaign-settings.dto.js';
import { Database } from '../../platform/database/database.js';
import { AppError, invalidParams } from '../../platform/errors/app-error.js';
import { given } from '../../platform/http/given.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { fromJson } from '../../platform/values/json.js';
import { DialectController, DialectPost } from '../dialect-controller.js';

/** Recipients as in the settings of a campaign, but at the top level. */
class RecipientsDto extends CampaignSettingsDto {
  // Clients that post forms send it as text.
  @Transform(({ value }: { value: unknown }) => (isBlank(value) ? null : fromJson(value)))
  declare advanced_filters?: unknown[] | null;

  /** Ignores all other settings. */
  toRecipients(): SettingsInput {
    const { subscribers, excludedSubscribers, dynamic_segment, advanced_filters, ...others } = this.toSettings();
    // Lists and tags replace a segment that the campaign used before.
    const filter = others.sending_filter ?? (subscribers === undefined ? undefined : 'list_tag');
    return given({ subscribers, excludedSubscribers, dynamic_segment, advanced_filters, sending_filter: filter });
  }
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Counts recipients without a campaign, or sets them on a campaign. */
@Injectable()
export class CampaignRecipients {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsService,
    private readonly writer: RecipientsWriter,
    private readonly audience: AudienceQueries,
  ) {}

  async estimate(recipients: SettingsInput): Promise<number> {
    const none = { id: 0, settings: DEFAULT_SETTINGS, frozenFilters: null, frozenExclusions: null };
    const campaign = Object.assign(new Campaign(), none);
    return this.countOf(async () => {
      const problems = await this.db.transaction((tx) => this.writer.apply(tx, campaign, recipients));
      if (Object.keys(problems).length > 0) throw invalidParams(problems);
      return campaign;
    });
  }

  async draft(id: number, recipients: SettingsInput): Promise<number> {
    const isEmptyRequest = Object.keys(recipients).length === 0;
    return this.countOf(() =>
      isEmptyRequest ? this.campaigns.find(id) : this.campaigns.update(id, { settings: recipients }),
    );
  }

  /** Removes `settings.` from error paths, because the members are at the top level here. */
  private async countOf(campaign: () => Promise<Campaign>): Promise<number> {
    try {
      return (await this.audience.estimate(await campaign())).estimated_count;
    } catch (error) {
      if (!(error instanceof AppError) || error.options.data?.['params'] === undefined) throw error;
      const { data } = error.options;
      const reasons = Object.entries(data['params'] as Record<string, string>);
      const params = reasons.map(([field, reason]) => [field.replace(/^settings\./, ''), reason]);
      throw new AppError(error.code, error.message.replace('settings.', ''), {
        ...error.options,
        data: { ...data, params: Object.fromEntries(params) },
      });
    }
  }
}

@DialectController('/campaigns')
export class CampaignRecipientsController {
  constructor(private readonly recipients: CampaignRecipients) {}

  @DialectPost('estimated-contacts', 'manage_campaigns', 'Count the recipients of a campaign')
  async estimate(@Body() body: RecipientsDto): Promise<{ readonly count: number }> {
    return { count: await this.recipients.estimate(body.toRecipients()) };
  }

  @DialectPost(':id/draft-recipients', 'manage_campaigns', 'Set and count the recipients of a campaign')
  async draft(@Param('id', new IdPipe('campaign')) id: number, @Body() body: RecipientsDto) {
    const count = await this.recipients.draft(id, body.toRecipients());
    // Clients write recipients in chunks; here one call is enough.
    return { message: 'Recipients have been saved.', count, has_more: false };
  }
}
