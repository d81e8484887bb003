import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { EmailSource } from '../../../events/email-state.js';
import { SendingRuns } from './sending-runs.service.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';

const CHUNK = 1_000;

/** Cancels unsent messages of ended sendings, in chunks under the row lock of the sending. */
@Injectable()
export class SendingCloser {
  constructor(
    private readonly db: Database,
    private readonly sendings: SendingRuns,
  ) {}

  @Periodic({ name: 'Sending closer', everyMs: 1_000, isShared: true })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    const closing = await this.db.query<EmailSource>(
      `SELECT source_type AS type, source_id AS id FROM sendings WHERE state = 'closing' ORDER BY id LIMIT 100`,
    );
    for (const source of closing) while (!run.isStopping && (await this.closeStep(source)));
  }

  /** @returns whether there is more to do. */
  private async closeStep(source: EmailSource): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [held] = await tx.query(
        `SELECT id FROM sendings WHERE source_type = :type AND source_id = :id AND state = 'closing'
          FOR UPDATE SKIP LOCKED`,
        source,
      );
      if (!held) return false;
      if ((await this.sendings.cancelSome(tx, source, CHUNK)) === CHUNK) return true;
      // Messages in progress may still be deferred; their results are settled under the old state until then.
      if (await this.sendings.isSettled(tx, source)) await this.sendings.close(tx, source);
      return false;
    });
  }
}
