import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { lockFirst } from '../../platform/database/lock-first.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { failedEvent } from './email-outcome-events.js';
import type { EmailSource } from '../../events/email-state.js';
import { EmailKinds } from './email-kind.js';
import { SendingTallies } from './counts/sending-tallies.js';

interface DoubtRow {
  id: number;
  interruptions: number;
  source_type: EmailSource['type'];
  source_id: number;
  recipient_key: string;
  contact_id: number | null;
  /** Its process lives and has told that the line broke after the final dot. */
  line_broke: 0 | 1;
  ended: 0 | 1;
  now: Date;
}

const OUTCOMES = { repeat: 'pending', repeat_later: 'deferred', hold: 'unknown', give_up: 'failed' } as const;
type Verdict = keyof typeof OUTCOMES;
const VERDICTS = Object.keys(OUTCOMES) as Verdict[];

const BATCH = 500;
/** A message whose sender died this often is suspected of killing it. */
const INTERRUPTIONS_UNTIL_POISON = 3;

/** Finds the mails of dead processes and broken lines once their lease is over, and decides about them. */
@Injectable()
export class InDoubtResolver {
  private readonly logger = new Logger(InDoubtResolver.name);

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly tallies: SendingTallies,
    private readonly kinds: EmailKinds,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * `resend` repeats with the same Message-ID, `hold` leaves it for a person; the third interruption ends it either way.
   * The first repeat comes at once; a line that broke again is left alone for a while.
   * @returns how many were decided.
   */
  async resolve(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const rows = await lockFirst<DoubtRow>(BATCH, {
        // The index is named, because for a LIMIT the optimizer may walk the whole ledger by primary key.
        find: (page) =>
          tx.query(
            `SELECT id FROM email_messages FORCE INDEX (ix_email_messages_lease_until)
              WHERE state = 'sending' AND lease_until < NOW(3) ORDER BY lease_until ${page}`,
          ),
        lock: (ids, rest) =>
          tx.query(
            `SELECT m.id, m.interruptions, m.source_type, m.source_id, m.recipient_key, m.contact_id,
                    m.lease_owner IS NULL AS line_broke,
                    EXISTS (SELECT 1 FROM sendings s WHERE s.source_type = m.source_type AND s.source_id = m.source_id
                               AND s.state IN ('closing', 'closed')) AS ended, NOW(3) AS now
               FROM email_messages m FORCE INDEX (PRIMARY)
              WHERE m.id IN (:ids) AND m.state = 'sending' AND m.lease_until < NOW(3) ${rest}`,
            { ids },
          ),
      });
      const decided = rows.map((row) => ({ row, verdict: this.verdictOn(row) }));
      for (const verdict of VERDICTS) {
        const mine = decided.filter((one) => one.verdict === verdict).map(({ row }) => row);
        if (mine.length > 0) await this.carryOut(tx, verdict, mine);
      }
      await this.tallies.settle(
        tx,
        decided.map(({ row, verdict }) => ({
          source: { type: row.source_type, id: row.source_id },
          state: OUTCOMES[verdict],
        })),
      );
      return rows.length;
    });
  }

  private verdictOn({ interruptions, ended, line_broke }: DoubtRow): Verdict {
    if (interruptions + 1 >= INTERRUPTIONS_UNTIL_POISON) return 'give_up';
    // Nobody repeats a mail of a flow that was ended meanwhile, so its doubt stays one.
    if (ended === 1 || this.config.mail.onUnknown === 'hold') return 'hold';
    return line_broke === 1 && interruptions > 0 ? 'repeat_later' : 'repeat';
  }

  /** The fence moves on, so that a late result of the former owner changes nothing. */
  private async carryOut(tx: Tx, verdict: Verdict, rows: readonly DoubtRow[]): Promise<void> {
    const ids = rows.map((row) => row.id);
    const [retryMs = 0] = this.config.mail.retryScheduleMs;
    await tx.execute(
      `UPDATE email_messages
          SET state = :state, fence = fence + 1, interruptions = interruptions + 1,
              attempts = attempts - :uncharge, lease_owner = NULL, lease_until = NULL, reason = :reason,
              next_attempt_at = IF(:state = 'deferred', NOW(3) + INTERVAL :us MICROSECOND, NULL),
              settled_at = IF(:state = 'failed', NOW(3), NULL)
        WHERE id IN (:ids)`,
      {
        ids,
        state: OUTCOMES[verdict],
        reason: verdict === 'give_up' ? 'poison' : 'interrupted',
        uncharge: verdict === 'give_up' ? 0 : 1,
        us: retryMs * 1_000,
      },
    );
    if (verdict !== 'give_up') return;
    this.logger.error({ emails: ids }, 'Mails were interrupted three times and are given up');
    await this.outbox.appendAll(
      tx,
      rows
        .filter((row) => this.kinds.isAnnounced({ type: row.source_type, id: row.source_id }))
        .map((row) => failedEvent(row, row.now)),
    );
  }
}
