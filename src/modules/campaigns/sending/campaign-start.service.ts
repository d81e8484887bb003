import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Tx } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DATABASE_RESTORED, RestoreService } from '../../sending/restore/restore.service.js';
import { SendingRuns } from '../../sending/sending-runs.service.js';
import { FrozenContents } from '../ab-test/frozen-contents.service.js';
import { AudienceService, audienceOf } from '../audience/audience.service.js';
import { transition } from '../campaign-status.js';
import { CampaignRows } from '../campaign-rows.js';
import { CampaignSenders } from '../campaign-senders.service.js';
import type { Campaign } from '../campaign.entity.js';
import { CampaignGuardrails } from '../guardrails/campaign-guardrails.service.js';
import { pacingOf } from './campaign-pacing.js';

/** The beginning of sending, for the first time or again. The campaign's row is held by the caller. */
@Injectable()
export class CampaignStart {
  constructor(
    private readonly rows: CampaignRows,
    private readonly audiences: AudienceService,
    private readonly contents: FrozenContents,
    private readonly guardrails: CampaignGuardrails,
    private readonly restores: RestoreService,
    private readonly sendings: SendingRuns,
    private readonly outbox: Outbox,
    private readonly senders: CampaignSenders,
    private readonly clock: Clock,
  ) {}

  /** Why nothing may begin at all; null when it may. */
  async obstacle(tx: Tx): Promise<typeof DATABASE_RESTORED | null> {
    return (await this.restores.isStopped(tx)) ? DATABASE_RESTORED : null;
  }

  /** Freezes what readers get, and opens the flow of mails. The caller has seen that the campaign is ready. */
  async begin(tx: Tx, campaign: Campaign): Promise<Campaign> {
    await this.restores.refuseWhileStopped(tx);
    campaign.frozenFilters = await this.audiences.frozenFilters(tx, audienceOf(campaign));
    campaign.frozenExclusions = await this.audiences.frozenExclusions(tx, audienceOf(campaign));
    const { senderId, identity } = await this.senders.of(campaign, tx);
    campaign.contentId = await this.contents.freeze(tx, campaign, identity);
    // One that the clock has put on hold begins when it is resumed.
    transition(campaign, campaign.status === 'paused' ? 'resume' : 'send');
    campaign.startedAt = this.clock.now();
    campaign.waitingReason = null;
    await this.rows.save(tx, campaign);
    await this.sendings.open(
      tx,
      { type: 'campaign', id: campaign.id },
      { senderId, pacing: pacingOf(campaign.settings) },
    );
    await this.announce(tx, campaign.id);
    return campaign;
  }

  /** Goes on where it was stopped. */
  async goOn(tx: Tx, campaign: Campaign): Promise<void> {
    await this.restores.refuseWhileStopped(tx);
    transition(campaign, 'resume');
    await this.rows.save(tx, campaign);
    await this.sendings.resume(tx, { type: 'campaign', id: campaign.id });
    await this.announce(tx, campaign.id);
  }

  private async announce(tx: Tx, id: number): Promise<void> {
    await this.guardrails.restart(tx, id);
    await this.outbox.append(tx, 'campaign.started', id, { id });
  }
}
