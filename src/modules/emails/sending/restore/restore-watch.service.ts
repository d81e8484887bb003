import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../../../platform/database/database.js';
import { lockFirst } from '../../../../platform/database/lock-first.js';
import { ulid } from '../../../../platform/ids/ulid.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import type { EmailSource } from '../../email-state.js';
import { SendingTallies } from '../counts/sending-tallies.js';
import { messagesIn } from '../messages-in.js';
import { BeatMemory } from './beat-memory.js';
import { DATABASE_RESTORED, RestoreService } from './restore.service.js';

const CHUNK = 2_000;
/** Not what is only meant to be sent some day: every row that a lost hour may have sent already. */
const MAYBE_SENT = ['pending', 'deferred', 'sending'] as const;

interface BeatRow {
  readonly series: string;
  readonly number: number;
  readonly restored: number;
}

/**
 * Notices a database that was restored from a backup: its number is behind what is remembered of it. It would send once
 * more what was sent since the backup was made, so everything stops until a person has looked.
 */
@Injectable()
export class RestoreWatch {
  private readonly logger = new Logger(RestoreWatch.name);

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly memory: BeatMemory,
    private readonly tallies: SendingTallies,
    private readonly restores: RestoreService,
  ) {}

  /** Any number of workers may do it. */
  async beat(): Promise<void> {
    // In this order: what is remembered was committed before, so a database that is behind it has gone back.
    const remembered = await this.memory.recall();
    const beat = await this.db.transaction((tx) => this.advance(tx, remembered));
    if (beat) await this.memory.remember(beat);
    if (await this.restores.isStopped()) await this.doubtOpenMails();
  }

  /** @returns what to remember; null while sending is stopped, so that what gave it away stays known. */
  private async advance(tx: Tx, remembered: ReadonlyMap<string, number>): Promise<BeatRow | null> {
    await tx.execute('INSERT IGNORE INTO sending_beats (id, series, number) VALUES (1, :series, 0)', {
      series: ulid(),
    });
    const [beat] = await tx.query<BeatRow>(
      'SELECT series, number, restored_at IS NOT NULL AS restored FROM sending_beats WHERE id = 1 FOR UPDATE',
    );
    if (!beat) return null;
    const known = remembered.get(beat.series) ?? 0;
    if (beat.restored === 1 || beat.number < known) {
      await tx.execute('UPDATE sending_beats SET remembered = GREATEST(remembered, :known) WHERE id = 1', { known });
      if (beat.restored === 0) await this.stop(tx);
      return null;
    }
    await tx.execute('UPDATE sending_beats SET number = number + 1 WHERE id = 1');
    return { ...beat, number: beat.number + 1 };
  }

  private async stop(tx: Tx): Promise<void> {
    await tx.execute('UPDATE sending_beats SET restored_at = NOW(3) WHERE id = 1');
    await tx.execute(
      `UPDATE sendings SET state = 'held', waiting_reason = NULL, waiting_until = NULL WHERE state = 'open'`,
    );
    await this.outbox.append(tx, 'sending.restored', null, { reason: DATABASE_RESTORED });
    this.logger.error(
      'The database was restored from a backup. Sending is stopped; see "After restoring a backup" in docs/sending.md',
    );
  }

  /** Mails that may have left since the backup are nobody's guess. In chunks, taken up again by the next beat. */
  private async doubtOpenMails(): Promise<void> {
    const sources = await this.db.query<{ type: EmailSource['type']; id: number }>(
      `SELECT source_type AS type, source_id AS id FROM sendings WHERE state = 'held' ORDER BY id`,
    );
    for (const source of sources) while ((await this.doubtSome(source)) > 0);
  }

  private async doubtSome(source: EmailSource): Promise<number> {
    return this.db.transaction(async (tx) => {
      if (!(await this.restores.isStopped(tx))) return 0;
      const rows = await lockFirst(CHUNK, messagesIn(tx, source, MAYBE_SENT));
      if (rows.length === 0) return 0;
      await tx.execute(
        `UPDATE email_messages
            SET state = 'unknown', fence = fence + 1, lease_owner = NULL, lease_until = NULL, next_attempt_at = NULL,
                reason = '${DATABASE_RESTORED}'
          WHERE id IN (:ids)`,
        { ids: rows.map((row) => row.id) },
      );
      await this.tallies.change(tx, source, { unknown: rows.length });
      return rows.length;
    });
  }
}
