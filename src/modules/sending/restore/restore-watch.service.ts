import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { EmailSource } from '../../../events/email-state.js';
import { SendingTallies } from '../counts/sending-tallies.js';
import { messagesIn } from '../messages-in.js';
import { BeatMemory } from './beat-memory.js';
import { ClaimMemory } from './claim-memory.js';
import { DATABASE_RESTORED, RestoreService } from './restore.service.js';

const CHUNK = 2_000;
/** Not what is only meant to be sent some day: every row that a lost hour may have sent already. */
const MAYBE_SENT = ['pending', 'deferred', 'sending'] as const;

interface OpenRow {
  readonly id: number;
  readonly type: EmailSource['type'];
  readonly sourceId: number;
}

interface BeatRow {
  readonly series: string;
  readonly number: number;
  readonly restored: number;
  readonly beaten_at: Date | null;
  readonly now: Date;
}

/**
 * Notices a database that has gone back: its number is behind what is remembered of it. It would send once more what was
 * sent in the lost time. After a failover to a replica that lost the last seconds it is known which messages those are, and
 * they are in doubt; after a restored backup it is not, so everything stops until a person has looked.
 */
@Injectable()
export class RestoreWatch {
  private readonly logger = new Logger(RestoreWatch.name);

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly memory: BeatMemory,
    private readonly claims: ClaimMemory,
    private readonly tallies: SendingTallies,
    private readonly restores: RestoreService,
  ) {}

  /** Any number of workers may do it. */
  async beat(): Promise<void> {
    // In this order: what is remembered was committed before, so a database that is behind it has gone back.
    const remembered = await this.memory.recall();
    const beat = await this.db.transaction((tx) => this.advance(tx, remembered));
    if (beat) {
      await this.memory.remember(beat);
      await this.claims.keep(beat.now);
    }
    if (await this.restores.isStopped()) await this.doubtOpenMails();
  }

  /** @returns what to remember; null while sending is stopped, so that what gave it away stays known. */
  private async advance(tx: Tx, remembered: ReadonlyMap<string, number>): Promise<BeatRow | null> {
    await tx.execute('INSERT IGNORE INTO sending_beats (id, series, number) VALUES (1, :series, 0)', {
      series: ulid(),
    });
    const [beat] = await tx.query<BeatRow>(
      `SELECT series, number, restored_at IS NOT NULL AS restored, beaten_at, NOW(3) AS now
         FROM sending_beats WHERE id = 1 FOR UPDATE`,
    );
    if (!beat) return null;
    const known = remembered.get(beat.series) ?? 0;
    const isBehind = beat.restored === 1 || beat.number < known;
    if (isBehind && (beat.restored === 1 || !(await this.doubtLost(tx, beat.beaten_at)))) {
      await tx.execute('UPDATE sending_beats SET remembered = GREATEST(remembered, :known) WHERE id = 1', { known });
      if (beat.restored === 0) await this.stop(tx);
      return null;
    }
    const number = Math.max(beat.number, known) + 1;
    await tx.execute('UPDATE sending_beats SET number = :number, beaten_at = :now WHERE id = 1', {
      number,
      now: beat.now,
    });
    return { ...beat, number };
  }

  /**
   * What was claimed since the last beat that the database knows may have left, and so may what it has as being sent.
   * @returns false when it is not known what was claimed, or when some of it is not in the ledger.
   */
  private async doubtLost(tx: Tx, since: Date | null): Promise<boolean> {
    const claimed = since && (await this.claims.since(since));
    if (!claimed) return false;
    const lost: OpenRow[] = await tx.query<OpenRow>(
      `SELECT id, source_type AS type, source_id AS sourceId FROM email_messages FORCE INDEX (ix_email_messages_lease_until)
        WHERE state = 'sending' FOR UPDATE`,
    );
    for (const { source, keys } of claimed) {
      const { type, id } = source;
      const rows = await tx.query<OpenRow & { readonly isOpen: 0 | 1 }>(
        `SELECT id, source_type AS type, source_id AS sourceId, state IN (:states) AS isOpen FROM email_messages
          WHERE source_type = :type AND source_id = :id AND recipient_key IN (:keys) ORDER BY id FOR UPDATE`,
        { type, id, keys, states: MAYBE_SENT },
      );
      if (rows.length < keys.length) return false;
      lost.push(...rows.filter(({ isOpen }) => isOpen === 1));
    }
    const sources = new Map<string, { readonly source: EmailSource; readonly ids: Set<number> }>();
    for (const { id, type, sourceId } of lost) {
      const key = `${type}:${sourceId}`;
      const entry = sources.get(key) ?? { source: { type, id: sourceId }, ids: new Set<number>() };
      sources.set(key, entry);
      entry.ids.add(id);
    }
    for (const { source, ids } of sources.values()) await this.doubt(tx, source, [...ids]);
    this.logger.error(
      { since, emails: new Set(lost.map(({ id }) => id)).size },
      'The database has lost its last seconds. Mails that may have left then are in doubt; see docs/sending.md',
    );
    return true;
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
      if (rows.length > 0)
        await this.doubt(
          tx,
          source,
          rows.map(({ id }) => id),
        );
      return rows.length;
    });
  }

  private async doubt(tx: Tx, source: EmailSource, ids: readonly number[]): Promise<void> {
    for (let start = 0; start < ids.length; start += CHUNK)
      await tx.execute(
        `UPDATE email_messages
            SET state = 'unknown', fence = fence + 1, lease_owner = NULL, lease_until = NULL, next_attempt_at = NULL,
                reason = '${DATABASE_RESTORED}'
          WHERE id IN (:ids)`,
        { ids: ids.slice(start, start + CHUNK) },
      );
    await this.tallies.change(tx, source, { unknown: ids.length });
  }
}
