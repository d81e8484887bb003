import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { DATABASE_RESTORED, RestoreService } from '../../sending/restore/restore.service.js';
import { SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { CampaignEvents } from '../campaign/campaign-events.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { pacingOf } from '../campaign/campaign-settings.js';
import { transition } from '../campaign/campaign-status.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { CampaignFreeze } from './campaign-freeze.service.js';
import { CampaignGuardrails } from './campaign-guardrails.service.js';

/** Starts or resumes sending. The caller holds the campaign's row lock. */
@Injectable()
export class CampaignStart {
  constructor(
    private readonly rows: CampaignRows,
    private readonly contents: CampaignFreeze,
    private readonly restores: RestoreService,
    private readonly sendings: SendingRuns,
    private readonly guardrails: CampaignGuardrails,
    private readonly events: CampaignEvents,
  ) {}

  /** Returns why no campaign may start; null when it may. */
  async blockingReason(tx: Tx): Promise<typeof DATABASE_RESTORED | null> {
    return (await this.restores.isStopped(tx)) ? DATABASE_RESTORED : null;
  }

  /** Freezes the campaign and opens its sending run. The caller has checked that it is ready. */
  async begin(tx: Tx, campaign: Campaign): Promise<Campaign> {
    await this.restores.refuseWhileStopped(tx);
    const senderId = await this.contents.freeze(tx, campaign);
    // A campaign that the scheduler put on hold starts when it is resumed.
    transition(campaign, campaign.status === 'paused' ? 'resume' : 'send');
    campaign.waitingReason = null;
    await this.rows.save(tx, campaign);
    const pacing = pacingOf(campaign.settings);
    const plan = { senderId, pacing, isEnrolling: true, ignoresCap: campaign.settings.ignore_frequency_cap };
    await this.sendings.open(tx, { type: 'campaign', id: campaign.id }, plan);
    await this.announce(tx, campaign.id);
    return campaign;
  }

  async resume(tx: Tx, campaign: Campaign): Promise<void> {
    await this.restores.refuseWhileStopped(tx);
    transition(campaign, 'resume');
    await this.rows.save(tx, campaign);
    await this.sendings.resume(tx, { type: 'campaign', id: campaign.id });
    await this.announce(tx, campaign.id);
  }

  private async announce(tx: Tx, id: number): Promise<void> {
    await this.guardrails.restart(tx, id);
    await this.events.started(tx, id);
  }
}
