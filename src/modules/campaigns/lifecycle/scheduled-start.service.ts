import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CampaignEvents } from '../campaign/campaign-events.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { transition } from '../campaign/campaign-status.js';
import { CampaignReadiness } from './campaign-readiness.service.js';
import { CampaignStart } from './campaign-start.service.js';

/** Hours after which a late campaign is not started without a manager. */
const MAX_LATENESS_HOURS = 6;

/** Starts scheduled campaigns that are due. Any number of workers can try. */
@Injectable()
export class ScheduledStart {
  constructor(
    private readonly db: Database,
    private readonly rows: CampaignRows,
    private readonly readiness: CampaignReadiness,
    private readonly start: CampaignStart,
    private readonly events: CampaignEvents,
  ) {}

  /** Starts the campaign, or puts it on hold when it is too late or not ready any more. */
  async startIfDue(id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const [due] = await tx.query<{ too_late: number }>(
        `SELECT scheduled_at < NOW(3) - INTERVAL ${MAX_LATENESS_HOURS} HOUR AS too_late FROM campaigns
          WHERE id = :id AND status = 'scheduled' AND scheduled_at <= NOW(3) + INTERVAL start_lead_minutes MINUTE
            AND deleted_at IS NULL FOR UPDATE`,
        { id },
      );
      if (!due) return;
      const campaign = await this.rows.lock(tx, id);
      const blockingReason = due.too_late === 1 ? 'missed_window' : await this.start.blockingReason(tx);
      // Lists and configuration may have changed since scheduling.
      const reason = blockingReason ?? (await this.readiness.blockingReason(tx, campaign));
      if (reason === null) {
        await this.start.begin(tx, campaign);
        return;
      }
      transition(campaign, 'hold');
      campaign.waitingReason = reason;
      await this.rows.save(tx, campaign);
      await this.events.paused(tx, campaign, reason);
    });
  }
}
