import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import type { EmailSource } from '../email-state.js';

interface DoubtRow {
  id: number;
  interruptions: number;
  source_type: EmailSource['type'];
  source_id: number;
  contact_id: number | null;
  now: Date;
}

const BATCH = 500;
/** A message whose sender died this often is suspected of killing it. */
const INTERRUPTIONS_UNTIL_POISON = 3;

/** Finds the mails of dead processes and broken lines once their lease is over, and decides about them. */
@Injectable()
export class DoubtsService {
  private readonly logger = new Logger(DoubtsService.name);

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * `resend` repeats with the same Message-ID, `hold` leaves it for a person; the third interruption ends it either way.
   * @returns how many were decided.
   */
  async resolve(): Promise<number> {
    const next = this.config.mail.onUnknown === 'resend' ? 'pending' : 'unknown';
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<DoubtRow>(
        // The index is named, because for a LIMIT in id order the optimizer may walk the whole ledger by primary key.
        `SELECT id, interruptions, source_type, source_id, contact_id, NOW(3) AS now
           FROM email_messages FORCE INDEX (ix_email_messages_lease_until)
          WHERE state = 'sending' AND lease_until < NOW(3) ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      const givenUp = rows.filter((row) => row.interruptions + 1 >= INTERRUPTIONS_UNTIL_POISON);
      const poisoned = givenUp.map((row) => row.id);
      const others = rows.map((row) => row.id).filter((id) => !poisoned.includes(id));
      // The fence moves on, so that a late result of the former owner changes nothing.
      if (others.length > 0)
        await tx.execute(
          // Nobody repeats a mail of a flow that was ended meanwhile, so its doubt stays one.
          `UPDATE email_messages m
             LEFT JOIN sendings s
               ON s.source_type = m.source_type AND s.source_id = m.source_id AND s.state = 'closed'
              SET m.state = IF(s.id IS NULL, :next, 'unknown'), m.fence = m.fence + 1,
                  m.interruptions = m.interruptions + 1, m.attempts = m.attempts - 1, m.lease_owner = NULL,
                  m.lease_until = NULL, m.reason = 'interrupted'
            WHERE m.id IN (:others)`,
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
        await this.outbox.appendAll(tx, givenUp.map(failure));
      }
      return rows.length;
    });
  }
}

function failure({ id, source_type, source_id, contact_id, now }: DoubtRow): NewEvent<'email.failed'> {
  const campaign_id = source_type === 'campaign' ? source_id : null;
  return {
    type: 'email.failed',
    subjectId: id,
    data: { email_id: id, campaign_id, contact_id, failed_at: now.toISOString() },
  };
}
