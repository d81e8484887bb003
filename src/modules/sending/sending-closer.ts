import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import type { EmailSource } from '../../events/email-state.js';
import { SendingsService } from './sendings.service.js';

const CHUNK = 1_000;

/**
 * Cancels what still waited in sendings that were ended. Each chunk is a transaction of its own under the sending's row
 * lock, so any number of workers may do it and a crash costs nothing.
 */
@Injectable()
export class SendingCloser implements OnApplicationShutdown {
  private readonly logger = new Logger(SendingCloser.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly sendings: SendingsService,
  ) {}

  @Interval(1_000)
  tick(): void {
    this.running ??= this.closeAll()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('Ending sendings waits for the database');
        else this.logger.error({ err: error }, 'Ending a sending failed and will be repeated');
      })
      .finally(() => {
        this.running = null;
      });
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async closeAll(): Promise<void> {
    const closing = await this.db.query<EmailSource>(
      `SELECT source_type AS type, source_id AS id FROM sendings WHERE state = 'closing' ORDER BY id LIMIT 100`,
    );
    for (const source of closing) while (!this.stopping && (await this.closeStep(source)));
  }

  /** @returns whether there is more to do. */
  private async closeStep(source: EmailSource): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [held] = await tx.query(
        `SELECT id FROM sendings WHERE source_type = :type AND source_id = :id AND state = 'closing'
          FOR UPDATE SKIP LOCKED`,
        { type: source.type, id: source.id },
      );
      if (!held) return false;
      if ((await this.sendings.cancelSome(tx, source, CHUNK)) === CHUNK) return true;
      // What is on its way may still come back to wait, and its result is settled under the old state until then.
      if (await this.sendings.isSettled(tx, source)) await this.sendings.close(tx, source);
      return false;
    });
  }
}
