import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { SendingRuns } from '../sending/sending-runs.service.js';
import { CampaignReadiness } from './campaign-readiness.service.js';
import { CampaignRows, refused } from './campaign-rows.js';
import { snapshotOf } from './campaign-snapshot.js';
import { transition } from './campaign-status.js';
import type { Campaign } from './campaign.entity.js';
import { CampaignStart } from './sending/campaign-start.service.js';
import { planOf, UNSCHEDULED } from './sending/schedule-plan.js';

/** How late a scheduled campaign may start before a person has to say that it still should. */
const MAX_LATENESS_HOURS = 6;

type HoldReason = 'missed_window' | 'not_ready' | 'no_recipients' | 'database_restored';

/** What happens to campaigns. Every change of state is one compare-and-set under the campaign's row lock. */
@Injectable()
export class CampaignStates {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly rows: CampaignRows,
    private readonly readiness: CampaignReadiness,
    private readonly start: CampaignStart,
    private readonly sendings: SendingRuns,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError naming every problem at once. */
  async schedule(id: number, at: Date, until: Date | null = null): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'schedule');
      if (at <= this.clock.now()) throw invalidParam('scheduled_at', 'must be in the future');
      const plan = planOf(campaign.settings, at, until, this.config.timeZone);
      await this.readiness.refuseUnready(tx, campaign);
      transition(campaign, 'schedule');
      Object.assign(campaign, plan);
      return this.rows.save(tx, campaign);
    });
  }

  async unschedule(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'unschedule');
      transition(campaign, 'unschedule');
      Object.assign(campaign, UNSCHEDULED);
      return this.rows.save(tx, campaign);
    });
  }

  /** @throws AppError naming every problem at once. */
  async send(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'send');
      await this.readiness.refuseUnready(tx, campaign);
      // Now means now, whatever it was scheduled for.
      Object.assign(campaign, UNSCHEDULED);
      return this.start.begin(tx, campaign);
    });
  }

  /** What the clock does with a campaign whose time has come. Any number of workers may try. */
  async startScheduled(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [due] = await tx.query<{ too_late: number }>(
        `SELECT scheduled_at < NOW(3) - INTERVAL ${MAX_LATENESS_HOURS} HOUR AS too_late FROM campaigns
          WHERE id = :id AND status = 'scheduled' AND scheduled_at <= NOW(3) + INTERVAL start_lead_minutes MINUTE
            AND deleted_at IS NULL FOR UPDATE`,
        { id },
      );
      if (!due) return;
      const campaign = await this.rows.lock(tx, id);
      const obstacle = due.too_late === 1 ? 'missed_window' : await this.start.obstacle(tx);
      if (obstacle !== null) {
        await this.putOnHold(tx, campaign, obstacle);
        return;
      }
      // Lists and configuration may have changed since it was scheduled.
      const readiness = await this.readiness.of(tx, campaign);
      if (readiness === 'ready') await this.start.begin(tx, campaign);
      else await this.putOnHold(tx, campaign, readiness);
    });
  }

  /** @param stillTrue asked once the campaign is held: whoever was slow must not stop what a person has let go on since. */
  async pause(
    id: number,
    reason: string | null = null,
    stillTrue: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'pause');
      if (!(await stillTrue(tx))) return campaign;
      transition(campaign, 'pause');
      campaign.waitingReason = reason;
      await this.rows.save(tx, campaign);
      await this.sendings.hold(tx, { type: 'campaign', id });
      await this.announcePaused(tx, campaign, reason);
      return campaign;
    });
  }

  /** Goes on where it stopped; a campaign that the clock had held begins now. */
  async resume(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'resume');
      campaign.waitingReason = null;
      if (campaign.contentId === null) {
        await this.readiness.refuseUnready(tx, campaign);
        await this.start.begin(tx, campaign);
      } else {
        await this.start.goOn(tx, campaign);
      }
      await this.outbox.append(tx, 'campaign.resumed', id, {
        campaign: snapshotOf(campaign),
        resumed_at: this.clock.now().toISOString(),
        reason: null,
      });
      return campaign;
    });
  }

  /** Stops for good: what is not sent yet never will be. */
  async cancel(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'cancel');
      transition(campaign, 'cancel');
      campaign.scheduledAt = null;
      campaign.waitingReason = null;
      campaign.snapshotDone = 1;
      await this.rows.save(tx, campaign);
      await this.sendings.cancel(tx, { type: 'campaign', id });
      return campaign;
    });
  }

  /** Puts away what nothing more happens to. */
  async archive(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'archive');
      transition(campaign, 'archive');
      return this.rows.save(tx, campaign);
    });
  }

  /** @throws AppError rest_invalid_param also for one that was cancelled: its mails are gone. */
  async unarchive(id: number): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.rows.lockFor(tx, id, 'unarchive');
      if (campaign.archivedFrom === null) throw refused('unarchive', 'was cancelled');
      transition(campaign, 'unarchive');
      return this.rows.save(tx, campaign);
    });
  }

  private async putOnHold(tx: Tx, campaign: Campaign, reason: HoldReason): Promise<void> {
    transition(campaign, 'hold');
    campaign.waitingReason = reason;
    await this.rows.save(tx, campaign);
    await this.announcePaused(tx, campaign, reason);
  }

  private async announcePaused(tx: Tx, campaign: Campaign, reason: string | null): Promise<void> {
    await this.outbox.append(tx, 'campaign.paused', campaign.id, {
      campaign: snapshotOf(campaign),
      paused_at: this.clock.now().toISOString(),
      reason,
    });
  }
}
