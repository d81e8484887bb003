import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { MEMBERSHIP, type MembershipKind } from './memberships.service.js';

const BATCH = 5_000;

/**
 * Clears away what deleted lists, tags and companies leave behind.
 *
 * Failure policy: a row in `membership_cleanups` stays until a batch finds nothing more to delete, so whoever dies in
 * between leaves the work to the next run. Each batch is a transaction of its own that holds the row; other workers skip
 * it and take the next.
 */
@Injectable()
export class MembershipCleaner implements OnApplicationShutdown {
  private readonly logger = new Logger(MembershipCleaner.name);
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(private readonly db: Database) {}

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Starts a run; one that is under way runs once more, for what it may have missed. Never fails. */
  wake(): void {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.run()
      .catch((error: unknown) => {
        this.logger.error(
          { err: error },
          'Memberships of deleted lists, tags or companies could not be cleared; the next run will try again',
        );
      })
      .finally(() => {
        this.running = null;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      });
  }

  /** Works until nothing is left that is not in another worker's hands. */
  async run(): Promise<void> {
    let found = true;
    while (found && !this.stopped) found = await this.db.transaction((tx) => this.cleanBatch(tx));
  }

  /** @returns whether there was anything to do. */
  private async cleanBatch(tx: Tx): Promise<boolean> {
    const [cleanup] = await tx.query<{ kind: MembershipKind; label_id: number }>(
      'SELECT kind, label_id FROM membership_cleanups ORDER BY kind, label_id LIMIT 1 FOR UPDATE SKIP LOCKED',
    );
    if (!cleanup) return false;
    const { table, column } = MEMBERSHIP[cleanup.kind];
    const { affectedRows } = await tx.execute(
      `DELETE FROM ${table} WHERE ${column} = :labelId ORDER BY contact_id LIMIT ${BATCH}`,
      { labelId: cleanup.label_id },
    );
    if (affectedRows < BATCH)
      await tx.execute('DELETE FROM membership_cleanups WHERE kind = :kind AND label_id = :labelId', {
        kind: cleanup.kind,
        labelId: cleanup.label_id,
      });
    return true;
  }
}
