import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { EmailSource } from '../../../events/email-state.js';
import { SendingCounters } from '../counters/sending-counters.js';
import { MESSAGE_LEASE } from '../ledger/message-lease.js';
import { EMAILS } from '../ledger/message-states.js';
import { messagesIn } from '../ledger/messages-in.js';
import { NOT_WAITING, SENDINGS } from '../ledger/sending.entity.js';
import { SendingMemory } from '../claims/sending-memory.js';
import { DATABASE_RESTORED, RestoreService } from './restore.service.js';
import { inParts } from '../../../platform/values/collections.js';

const CHUNK = 2_000;

interface OpenRow {
  readonly id: number;
  readonly type: EmailSource['type'];
  readonly sourceId: number;
}

interface HeartbeatRow {
  readonly series: string;
  readonly number: number;
  readonly restored: number;
  readonly beaten_at: Date | null;
  readonly now: Date;
}

/**
 * Detects a database that was rolled back: its heartbeat number is behind the remembered one. It would send emails
 * again that left in the lost time. After a failover to a replica that lost the last seconds, the affected messages are
 * known and become in doubt; after a restored backup they are not, so sending stops until an operator accepts the
 * restore.
 */
@Injectable()
export class RestoreDetector {
  private readonly logger = new Logger(RestoreDetector.name);

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly memory: SendingMemory,
    private readonly counters: SendingCounters,
    private readonly restores: RestoreService,
  ) {}

  /** Safe to run on any number of workers. */
  async check(): Promise<void> {
    // Read first: what is remembered was committed before, so a database behind it was rolled back.
    const remembered = await this.memory.recall();
    const heartbeat = await this.db.transaction((tx) => this.advance(tx, remembered));
    if (heartbeat) await this.memory.remember(heartbeat, heartbeat.now);
    if (await this.restores.isStopped()) await this.markOpenEmailsInDoubt();
  }

  /** @returns what to remember; null while sending is stopped, so that the evidence is kept. */
  private async advance(tx: Tx, remembered: ReadonlyMap<string, number>): Promise<HeartbeatRow | null> {
    // Takes the exclusive lock at once. IGNORE would take a shared one, which several workers cannot raise: a deadlock.
    await tx.execute(
      'INSERT INTO sending_beats (id, series, number) VALUES (1, :series, 0) ON DUPLICATE KEY UPDATE id = VALUES(id)',
      { series: ulid() },
    );
    const [heartbeat] = await tx.query<HeartbeatRow>(
      `SELECT series, number, restored_at IS NOT NULL AS restored, beaten_at, NOW(3) AS now
         FROM sending_beats WHERE id = 1 FOR UPDATE`,
    );
    if (!heartbeat) return null;
    const known = remembered.get(heartbeat.series) ?? 0;
    const isBehind = heartbeat.restored === 1 || heartbeat.number < known;
    if (isBehind && (heartbeat.restored === 1 || !(await this.markLostInDoubt(tx, heartbeat.beaten_at)))) {
      await tx.execute('UPDATE sending_beats SET remembered = GREATEST(remembered, :known) WHERE id = 1', { known });
      if (heartbeat.restored === 0) await this.stop(tx);
      return null;
    }
    const number = Math.max(heartbeat.number, known) + 1;
    await tx.execute('UPDATE sending_beats SET number = :number, beaten_at = :now WHERE id = 1', {
      number,
      now: heartbeat.now,
    });
    return { ...heartbeat, number };
  }

  /**
   * Puts messages in doubt that were claimed after the last heartbeat that the database has, and those that it has as
   * `sending`.
   * @returns false if the claims are unknown or partly missing in the ledger.
   */
  private async markLostInDoubt(tx: Tx, since: Date | null): Promise<boolean> {
    const claimed = since && (await this.memory.claimsSince(since));
    if (!claimed) return false;
    const lost: OpenRow[] = await tx.query<OpenRow>(
      `SELECT id, source_type AS type, source_id AS sourceId FROM email_messages FORCE INDEX (ix_email_messages_lease_until)
        WHERE state = 'sending' FOR UPDATE`,
    );
    for (const { source, keys } of claimed) {
      const { type, id } = source;
      const rows = await tx.query<OpenRow & { readonly isOpen: 0 | 1 }>(
        `SELECT id, source_type AS type, source_id AS sourceId, ${EMAILS.may('forget')} AS isOpen FROM email_messages
          WHERE source_type = :type AND source_id = :id AND recipient_key IN (:keys) ORDER BY id FOR UPDATE`,
        { type, id, keys },
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
    for (const { source, ids } of sources.values()) await this.markInDoubt(tx, source, [...ids]);
    this.logger.error(
      { since, emails: new Set(lost.map(({ id }) => id)).size },
      'Database lost its last seconds; emails that may have been sent are in doubt. See docs/sending.md',
    );
    return true;
  }

  private async stop(tx: Tx): Promise<void> {
    await tx.execute('UPDATE sending_beats SET restored_at = NOW(3) WHERE id = 1');
    await SENDINGS.move(tx, 'stop', { set: NOT_WAITING });
    await this.outbox.append(tx, 'sending.restored', null, { reason: DATABASE_RESTORED });
    this.logger.error(
      'Database restored from a backup; sending stopped. See "After restoring a backup" in docs/sending.md',
    );
  }

  /**
   * Puts all emails in doubt that may have been sent since the backup. It works in chunks; the next heartbeat
   * continues.
   */
  private async markOpenEmailsInDoubt(): Promise<void> {
    const sources = await this.db.query<{ type: EmailSource['type']; id: number }>(
      `SELECT source_type AS type, source_id AS id FROM sendings WHERE state = 'held' ORDER BY id`,
    );
    for (const source of sources) while ((await this.markSomeInDoubt(source)) > 0);
  }

  private async markSomeInDoubt(source: EmailSource): Promise<number> {
    return this.db.transaction(async (tx) => {
      if (!(await this.restores.isStopped(tx))) return 0;
      const rows = await lockFirst(CHUNK, messagesIn(tx, source, EMAILS.from('forget')));
      await this.markInDoubt(
        tx,
        source,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  }

  private async markInDoubt(tx: Tx, source: EmailSource, ids: readonly number[]): Promise<void> {
    for (const part of inParts(ids, CHUNK))
      await EMAILS.moveLocked(tx, 'forget', part, {
        set: `${MESSAGE_LEASE.revoked}, next_attempt_at = NULL, reason = '${DATABASE_RESTORED}'`,
      });
    await this.counters.change(tx, source, { unknown: ids.length });
  }
}
