import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';

const BATCH = 500;
/** A message whose sender died this often is suspected of killing it. */
const INTERRUPTIONS_UNTIL_POISON = 3;

/** Finds the mails of dead processes and broken lines once their lease is over, and decides about them. */
@Injectable()
export class DoubtsService {
  private readonly logger = new Logger(DoubtsService.name);

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * `resend` repeats with the same Message-ID, `hold` leaves it for a person; the third interruption ends it either way.
   * @returns how many were decided.
   */
  async resolve(): Promise<number> {
    const next = this.config.mail.onUnknown === 'resend' ? 'pending' : 'unknown';
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number; interruptions: number }>(
        `SELECT id, interruptions FROM email_messages
          WHERE state = 'sending' AND lease_until < NOW(3) ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      const poisoned = rows.filter((row) => row.interruptions + 1 >= INTERRUPTIONS_UNTIL_POISON).map((row) => row.id);
      const others = rows.map((row) => row.id).filter((id) => !poisoned.includes(id));
      // The fence moves on, so that a late result of the former owner changes nothing.
      if (others.length > 0)
        await tx.execute(
          `UPDATE email_messages
              SET state = :next, fence = fence + 1, interruptions = interruptions + 1, attempts = attempts - 1,
                  lease_owner = NULL, lease_until = NULL, reason = 'interrupted'
            WHERE id IN (:others)`,
          { next, others },
        );
      if (poisoned.length > 0) {
        this.logger.error({ emails: poisoned }, 'Mails were interrupted three times and are given up');
        await tx.execute(
          `UPDATE email_messages
              SET state = 'failed', fence = fence + 1, interruptions = interruptions + 1, lease_owner = NULL,
                  lease_until = NULL, reason = 'poison', settled_at = NOW(3)
            WHERE id IN (:poisoned)`,
          { poisoned },
        );
      }
      return rows.length;
    });
  }
}
