import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { CampaignsService } from '../campaigns.service.js';
import { CampaignFlow } from './campaign-flow.js';
import { CampaignProgressService } from './campaign-progress.service.js';

/** The clock of campaigns. Each step is a compare-and-set, so every worker may run it. */
@Injectable()
export class CampaignScheduler {
  private readonly logger = new Logger(CampaignScheduler.name);
  private ticking = false;

  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsService,
    private readonly progress: CampaignProgressService,
    private readonly flow: CampaignFlow,
  ) {}

  @Interval(1_000)
  async tick(): Promise<void> {
    if (this.ticking) return;
    this.ticking = true;
    try {
      await this.startDue();
      await this.moveWorking();
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Campaigns wait for the database');
      else this.logger.error({ err: error }, 'A tick of the campaign clock failed and will be repeated');
    } finally {
      this.ticking = false;
    }
  }

  private async startDue(): Promise<void> {
    const due = await this.db.query<{ id: number }>(
      `SELECT id FROM campaigns
        WHERE status = 'scheduled' AND scheduled_at <= NOW(3) AND deleted_at IS NULL ORDER BY scheduled_at LIMIT 100`,
    );
    for (const { id } of due) await this.alone(id, () => this.campaigns.startScheduled(id));
  }

  private async moveWorking(): Promise<void> {
    const working = await this.db.query<{ id: number; snapshot_done: number }>(
      `SELECT id, snapshot_done FROM campaigns WHERE status = 'working' AND deleted_at IS NULL ORDER BY id LIMIT 1000`,
    );
    for (const { id, snapshot_done } of working) {
      if (snapshot_done === 1) await this.alone(id, () => this.progress.finishIfDone(id));
      else this.flow.advance(id);
    }
  }

  /** A campaign that cannot be moved must not hold up those behind it. Without the database none of them can. */
  private async alone(id: number, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, campaign: id }, 'A campaign could not be moved on and will be tried again');
    }
  }
}
