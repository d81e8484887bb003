import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { INTERRUPTIONS_TO_GIVE_UP } from '../../../platform/work/lease.js';
import { LeaseWatch } from '../../../platform/work/lease-watch.js';
import { failedEvent } from '../ledger/email-snapshot.js';
import { OWN_SENDER } from '../../../platform/smtp/mail-server.js';
import { type EmailSource, isAnnounced } from '../../../events/email-state.js';
import { SendingCounters } from '../counters/sending-counters.js';
import { EMAILS, MESSAGE_LEASE } from '../ledger/message-states.js';

interface DoubtRow {
  id: number;
  interruptions: number;
  source_type: EmailSource['type'];
  source_id: number;
  recipient_key: string;
  contact_id: number | null;
  /** Its process is running and reported that the connection broke after the final dot. */
  line_broke: 0 | 1;
  /** Its mail server is suspended, so the email is no more likely than others to be the cause. */
  suspended: 0 | 1;
  ended: 0 | 1;
  now: Date;
}

/** What happens to a message: it is repeated now or later, left to a manager, or given up. */
const VERDICTS = ['requeue', 'defer', 'doubt', 'fail'] as const;
type Verdict = (typeof VERDICTS)[number];

const BATCH = 500;

/** Finds messages of crashed processes and broken connections after their lease has expired, and resolves them. */
@Injectable()
export class InDoubtResolver {
  private readonly logger = new Logger(InDoubtResolver.name);

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly counters: SendingCounters,
    private readonly watch: LeaseWatch,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Resolves messages in doubt: `resend` repeats with the same Message-ID, `hold` leaves them to a manager; the third
   * interruption fails them either way, unless a server that breaks off every connection caused it. The first repeat is immediate; a second broken connection delays it.
   * @returns how many were resolved.
   */
  async resolve(): Promise<number> {
    return this.db.transaction(async (tx) => {
      // The other ones are of this process, which reported that the connection broke.
      const inDoubt = (await this.watch.mayJudge(tx, this.config.mail.leaseSeconds))
        ? MESSAGE_LEASE.isAbandoned
        : `${MESSAGE_LEASE.isAbandoned} AND lease_owner IS NULL`;
      const rows = await lockFirst<DoubtRow>(BATCH, {
        // The index is forced, because for a LIMIT the optimizer may scan the whole ledger by primary key.
        find: (page) =>
          tx.query(
            `SELECT id FROM email_messages FORCE INDEX (ix_email_messages_lease_until)
              WHERE ${inDoubt} ORDER BY lease_until ${page}`,
          ),
        lock: (ids, rest) =>
          tx.query(
            `SELECT m.id, m.interruptions, m.source_type, m.source_id, m.recipient_key, m.contact_id,
                    m.lease_owner IS NULL AS line_broke,
                    EXISTS (SELECT 1 FROM sendings s WHERE s.source_type = m.source_type AND s.source_id = m.source_id
                               AND s.state IN ('closing', 'closed')) AS ended,
                    EXISTS (SELECT 1 FROM sendings s JOIN sender_health h ON h.sender_id = COALESCE(s.sender_id, ${OWN_SENDER})
                             WHERE s.source_type = m.source_type AND s.source_id = m.source_id) AS suspended, NOW(3) AS now
               FROM email_messages m FORCE INDEX (PRIMARY)
              WHERE m.id IN (:ids) AND ${inDoubt} ${rest}`,
            { ids },
          ),
      });
      const decided = rows.map((row) => ({ row, verdict: this.resolutionOf(row) }));
      for (const verdict of VERDICTS) {
        const mine = decided.filter((one) => one.verdict === verdict).map(({ row }) => row);
        if (mine.length > 0) await this.carryOut(tx, verdict, mine);
      }
      await this.counters.settle(
        tx,
        decided.map(({ row, verdict }) => ({
          source: { type: row.source_type, id: row.source_id },
          state: EMAILS.to(verdict),
        })),
      );
      return rows.length;
    });
  }

  private resolutionOf({ interruptions, ended, line_broke, suspended }: DoubtRow): Verdict {
    if (interruptions + 1 >= INTERRUPTIONS_TO_GIVE_UP) return line_broke && suspended ? 'doubt' : 'fail';
    // The sending has ended, so the message is not repeated and stays in doubt.
    if (ended === 1 || this.config.mail.onUnknown === 'hold') return 'doubt';
    return line_broke === 1 && interruptions > 0 ? 'defer' : 'requeue';
  }

  private async carryOut(tx: Tx, verdict: Verdict, rows: readonly DoubtRow[]): Promise<void> {
    const ids = rows.map((row) => row.id);
    const [retryMs = 0] = this.config.mail.retryScheduleMs;
    const isOver = verdict === 'fail';
    await EMAILS.moveLocked(tx, verdict, ids, {
      set: `${MESSAGE_LEASE.revoked}, interruptions = interruptions + 1, attempts = attempts - :uncharge,
            reason = :reason, next_attempt_at = NOW(3) + INTERVAL :us MICROSECOND,
            settled_at = IF(:isOver, NOW(3), NULL)`,
      params: {
        isOver,
        reason: isOver ? 'poison' : 'interrupted',
        uncharge: isOver ? 0 : 1,
        us: verdict === 'defer' ? retryMs * 1_000 : null,
      },
    });
    if (!isOver) return;
    this.logger.error({ emails: ids }, 'Emails failed after three interruptions');
    const announced = rows.filter(({ source_type: type, source_id: id }) => isAnnounced({ type, id }));
    await this.outbox.appendAll(
      tx,
      announced.map((row) => failedEvent(row, row.now)),
    );
  }
}
