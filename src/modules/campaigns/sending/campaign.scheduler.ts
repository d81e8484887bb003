import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { OPEN_STATES } from '../../../events/email-state.js';
import { DATABASE_RESTORED } from '../../sending/restore/restore.service.js';
import { ExperimentProgressService } from '../ab-test/experiment-progress.service.js';
import { ScheduledStart } from '../lifecycle/scheduled-start.service.js';
import { GuardrailPauses } from '../guardrails/guardrail-pauses.js';
import { CampaignFlow } from './campaign-flow.js';
import { CampaignCompletion } from './campaign-completion.service.js';
import { Periodic } from '../../../platform/work/periodic.js';

interface WorkingRow {
  readonly id: number;
  readonly snapshot_done: number;
  readonly settled: number;
}

const DUE_PER_TICK = 100;
const PAGE = 500;

/** Advances campaigns every second. Each step checks and sets the state, so every worker can run it. */
@Injectable()
export class CampaignScheduler {
  private readonly logger = new Logger(CampaignScheduler.name);

  constructor(
    private readonly db: Database,
    private readonly scheduled: ScheduledStart,
    private readonly completion: CampaignCompletion,
    private readonly experiments: ExperimentProgressService,
    private readonly guardrails: GuardrailPauses,
    private readonly flow: CampaignFlow,
  ) {}

  @Periodic({ name: 'Campaign scheduler', everyMs: 1_000, isShared: true })
  async tick(): Promise<void> {
    // Pauses come before starts.
    await this.guardrails.run();
    await this.startDue();
    for (const id of await this.experiments.open()) this.flow.advanceExperiment(id);
    await this.moveWorking();
  }

  private async startDue(): Promise<void> {
    const due = await this.db.query<{ id: number }>(
      // The first bound can use the index; the earliest zone is at most 26 hours ahead of the last.
      `SELECT id FROM campaigns
        WHERE status = 'scheduled' AND scheduled_at <= NOW(3) + INTERVAL 26 HOUR
          AND scheduled_at <= NOW(3) + INTERVAL start_lead_minutes MINUTE AND deleted_at IS NULL
        ORDER BY scheduled_at LIMIT ${DUE_PER_TICK}`,
    );
    for (const { id } of due) await this.alone(id, () => this.scheduled.startIfDue(id));
  }

  /** Advances all working campaigns in pages, so that none waits until the campaigns before it are finished. */
  private async moveWorking(): Promise<void> {
    let after = 0;
    for (;;) {
      const page = await this.workingAfter(after);
      for (const { id, snapshot_done, settled } of page) {
        if (snapshot_done === 0) this.flow.advance(id);
        else if (settled === 1) await this.alone(id, () => this.completion.finishIfDone(id));
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.id;
    }
  }

  private workingAfter(after: number): Promise<WorkingRow[]> {
    return this.db.query<WorkingRow>(
      `SELECT c.id, c.snapshot_done,
              NOT EXISTS (SELECT 1 FROM email_messages m
                           WHERE m.source_type = 'campaign' AND m.source_id = c.id AND m.state IN (:open)) AS settled
         FROM campaigns c
        WHERE (c.status = 'working' OR (c.status = 'paused' AND c.waiting_reason = :restored AND c.snapshot_done = 0
                                        AND c.content_id IS NOT NULL))
          AND c.deleted_at IS NULL AND c.id > :after
        ORDER BY c.id LIMIT ${PAGE}`,
      { after, open: OPEN_STATES, restored: DATABASE_RESTORED },
    );
  }

  /** An error in one campaign must not block the others; without the database none can run. */
  private async alone(id: number, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, campaign: id }, 'Campaign step failed; retrying');
    }
  }
}
