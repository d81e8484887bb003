import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { CampaignEvents } from '../campaign/campaign-events.js';
import { CampaignRows, refused } from '../campaign/campaign-rows.js';
import { transition } from '../campaign/campaign-status.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import { CampaignReadiness } from './campaign-readiness.service.js';
import { CampaignStart } from './campaign-start.service.js';
import { SchedulePlans, UNSCHEDULED } from './schedule-plan.js';

/** Changes the state of campaigns. Each change checks and sets the state under the campaign's row lock. */
@Injectable()
export class CampaignStates {
  constructor(
    private readonly rows: CampaignRows,
    private readonly readiness: CampaignReadiness,
    private readonly start: CampaignStart,
    private readonly sendings: SendingRuns,
    private readonly plans: SchedulePlans,
    private readonly events: CampaignEvents,
  ) {}

  async schedule(id: number, at: Date, until: Date | null = null): Promise<Campaign> {
    return this.rows.change(id, 'schedule', async (tx, campaign) => {
      const plan = this.plans.planOf(campaign.settings, at, until);
      await this.readiness.refuseUnready(tx, campaign);
      transition(campaign, 'schedule');
      Object.assign(campaign, plan);
      return this.rows.save(tx, campaign);
    });
  }

  async unschedule(id: number): Promise<Campaign> {
    return this.rows.change(id, 'unschedule', async (tx, campaign) => {
      transition(campaign, 'unschedule');
      Object.assign(campaign, UNSCHEDULED);
      return this.rows.save(tx, campaign);
    });
  }

  async send(id: number): Promise<Campaign> {
    return this.rows.change(id, 'send', async (tx, campaign) => {
      await this.readiness.refuseUnready(tx, campaign);
      // Sending now ignores the schedule.
      Object.assign(campaign, UNSCHEDULED);
      return this.start.begin(tx, campaign);
    });
  }

  /** @param isStillDue checked under the lock: a slow worker must not stop a campaign that a manager has resumed since. */
  async pause(
    id: number,
    reason: string | null = null,
    isStillDue: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<Campaign> {
    return this.rows.change(id, 'pause', async (tx, campaign) => {
      if (!(await isStillDue(tx))) return campaign;
      transition(campaign, 'pause');
      campaign.waitingReason = reason;
      await this.rows.save(tx, campaign);
      await this.sendings.hold(tx, { type: 'campaign', id });
      await this.events.paused(tx, campaign, reason);
      return campaign;
    });
  }

  /** Continues sending; a campaign that the scheduler put on hold starts now. */
  async resume(id: number): Promise<Campaign> {
    return this.rows.change(id, 'resume', async (tx, campaign) => {
      campaign.waitingReason = null;
      if (campaign.contentId === null) {
        await this.readiness.refuseUnready(tx, campaign);
        await this.start.begin(tx, campaign);
      } else {
        await this.start.resume(tx, campaign);
      }
      await this.events.resumed(tx, campaign);
      return campaign;
    });
  }

  /** Cancels all unsent emails. This cannot be undone. */
  async cancel(id: number): Promise<Campaign> {
    return this.rows.change(id, 'cancel', async (tx, campaign) => {
      transition(campaign, 'cancel');
      campaign.scheduledAt = null;
      campaign.waitingReason = null;
      campaign.snapshotDone = 1;
      await this.rows.save(tx, campaign);
      await this.sendings.cancel(tx, { type: 'campaign', id });
      return campaign;
    });
  }

  async archive(id: number): Promise<Campaign> {
    return this.rows.change(id, 'archive', async (tx, campaign) => {
      transition(campaign, 'archive');
      return this.rows.save(tx, campaign);
    });
  }

  /** @throws AppError rest_invalid_param, also for a cancelled campaign: its emails are deleted. */
  async unarchive(id: number): Promise<Campaign> {
    return this.rows.change(id, 'unarchive', async (tx, campaign) => {
      if (campaign.archivedFrom === null) throw refused('unarchive', 'was cancelled');
      transition(campaign, 'unarchive');
      return this.rows.save(tx, campaign);
    });
  }
}
