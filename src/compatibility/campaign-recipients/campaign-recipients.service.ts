import { Injectable } from '@nestjs/common';
import type { SettingsInput } from '../../modules/campaigns/campaign/campaign-input.js';
import { AudienceQueries } from '../../modules/campaigns/audience/audience.queries.js';
import { RecipientsWriter } from '../../modules/campaigns/audience/recipients-writer.js';
import { DEFAULT_SETTINGS } from '../../modules/campaigns/campaign/campaign-settings.js';
import { Campaign } from '../../modules/campaigns/campaign/campaign.entity.js';
import { CampaignsService } from '../../modules/campaigns/campaigns.service.js';
import { Database } from '../../platform/database/database.js';
import { AppError, invalidParams } from '../../platform/errors/app-error.js';

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
    return bare(async () => {
      const campaign = Object.assign(new Campaign(), {
        id: 0,
        settings: DEFAULT_SETTINGS,
        frozenFilters: null,
        frozenExclusions: null,
      });
      const problems = await this.db.transaction((tx) => this.writer.apply(tx, campaign, recipients));
      if (Object.keys(problems).length > 0) throw invalidParams(problems);
      return this.countOf(campaign);
    });
  }

  async draft(id: number, recipients: SettingsInput): Promise<number> {
    return bare(async () => {
      const isEmptyRequest = Object.keys(recipients).length === 0;
      const campaign = isEmptyRequest
        ? await this.campaigns.find(id)
        : await this.campaigns.update(id, { settings: recipients });
      return this.countOf(campaign);
    });
  }

  private async countOf(campaign: Campaign): Promise<number> {
    return (await this.audience.estimate(campaign)).estimated_count;
  }
}

/** Removes `settings.` from error paths, because the members are at the top level here. */
async function bare<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.options.data?.['params'] === undefined) throw error;
    const params = Object.entries(error.options.data['params'] as Record<string, string>);
    throw new AppError(error.code, error.message.replace('settings.', ''), {
      ...error.options,
      data: {
        ...error.options.data,
        params: Object.fromEntries(params.map(([field, reason]) => [field.replace(/^settings\./, ''), reason])),
      },
    });
  }
}
