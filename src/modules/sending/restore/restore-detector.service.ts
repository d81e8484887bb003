import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { SERVER } from '../../../platform/database/server-watch.js';
import { lockFirst } from '../../../platform/database/lock-first.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { Periodic } from '../../../platform/work/periodic.js';
import { type EmailSource, sourceKey } from '../../../events/email-state.js';
import { SendingCounters } from '../counters/sending-counters.js';
import { EMAILS, MESSAGE_LEASE, messagesIn } from '../ledger/message-states.js';
import { NOT_WAITING, SENDINGS } from '../ledger/sending.entity.js';
import { type ClaimedKeys, SendingMemory } from './sending-memory.js';
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
  readonly server: string;
}

interface ClaimedRow extends OpenRow {
  readonly key: string;
  readonly fence: number;
  readonly state: string;
  readonly isOpen: 0 | 1;
}

interface Comparison {
  readonly lost: readonly OpenRow[];
  readonly areSomeMissing: boolean;
  readonly isSourceMissing: boolean;
}

const hasLost = ({ lost, isSourceMissing }: Comparison): boolean => lost.length > 0 || isSourceMissing;

/**
 * Detects a database that was rolled back: its heartbeat number is behind the remembered one, or it is another server
 * than before and lacks claims. It would send emails again that left in the lost time. After a failover to a replica
 * that lost the last seconds, the affected messages are known and become in doubt; after a restored backup they are not,
 * so sending stops until an operator accepts the restore.
 */
@Injectable()
export class RestoreDetector implements OnModuleInit {
  private readonly logger = new Logger(RestoreDetector.name);
  private checking: Promise<void> | null = null;

  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    readonly memory: SendingMemory,
    private readonly counters: SendingCounters,
    private readonly restores: RestoreService,
  ) {}

  /** Runs before any periodic task of this process. */
  async onModuleInit(): Promise<void> {
    await this.beat();
  }

  @Periodic({ name: 'Sending heartbeat', everyMs: 10_000 })
  async beat(): Promise<void> {
    await this.check();
  }

  /** Safe to run on any number of workers. Calls at the same time share one check. */
  async check(): Promise<void> {
    this.checking ??= this.run().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  private async run(): Promise<void> {
    // Read first: what is remembered was committed before, so a database behind it was rolled back.
    const remembered = await this.memory.recall();
    const { server, heartbeat } = await this.db.transaction((tx) => this.advance(tx, remembered));
    this.memory.server = server;
    if (heartbeat) await this.memory.remember(heartbeat, heartbeat.now);
    if (await this.restores.isStopped()) await this.markOpenEmailsInDoubt();
  }

  /** @returns the server, and what to remember; null while sending is stopped, so that the evidence is kept. */
  private async advance(
    tx: Tx,
    remembered: ReadonlyMap<string, number>,
  ): Promise<{ readonly server: string; readonly heartbeat: HeartbeatRow | null }> {
    // Takes the exclusive lock at once. IGNORE would take a shared one, which several workers cannot raise: a deadlock.
    await tx.execute(
      'INSERT INTO sending_beats (id, series, number) VALUES (1, :series, 0) ON DUPLICATE KEY UPDATE id = VALUES(id)',
      { series: ulid() },
    );
    const [heartbeat] = await tx.query<HeartbeatRow>(
      `SELECT series, number, restored_at IS NOT NULL AS restored, beaten_at, NOW(3) AS now, ${SERVER} AS server
         FROM sending_beats WHERE id = 1 FOR UPDATE`,
    );
    if (!heartbeat) return { server: '', heartbeat: null };
    const { server } = heartbeat;
    const known = remembered.get(heartbeat.series) ?? 0;
    const isBehind = heartbeat.number < known;
    // Between two heartbeats, only the claims show that commits are lost.
    const isSuspect = isBehind || server !== this.memory.server;
    if (heartbeat.restored === 1 || (isSuspect && !(await this.markLostInDoubt(tx, heartbeat.beaten_at, isBehind)))) {
      await tx.execute('UPDATE sending_beats SET remembered = GREATEST(remembered, :known) WHERE id = 1', { known });
      if (heartbeat.restored === 0) await this.stop(tx);
      return { server, heartbeat: null };
    }
    const number = Math.max(heartbeat.number, known) + 1;
    await tx.execute('UPDATE sending_beats SET number = :number, beaten_at = :now WHERE id = 1', {
      number,
      now: heartbeat.now,
    });
    return { server, heartbeat: { ...heartbeat, number } };
  }

  /**
   * If commits after the last heartbeat that the database has are lost: puts messages in doubt whose claim is lost, and
   * those that it has as `sending`, because their result may be.
   * @returns false if messages that were claimed are not known, or not in the ledger.
   */
  private async markLostInDoubt(tx: Tx, since: Date | null, isBehind: boolean): Promise<boolean> {
    const claimed = since && (await this.memory.claimsSince(since));
    if (!claimed) return !isBehind;
    // Without locks first, because most failovers lose nothing.
    let found = await this.compare(tx, claimed, '');
    if (isBehind || hasLost(found)) found = await this.compare(tx, claimed, 'FOR UPDATE');
    if (!isBehind && !hasLost(found)) return true;
    if (found.areSomeMissing) return false;
    const sending = await tx.query<OpenRow>(
      `SELECT id, source_type AS type, source_id AS sourceId FROM email_messages FORCE INDEX (ix_email_messages_lease_until)
        WHERE state = 'sending' FOR UPDATE`,
    );
    const lost = [...found.lost, ...sending.filter(({ id }) => !this.memory.unfinished.has(id))];
    const sources = new Map<string, { readonly source: EmailSource; readonly ids: Set<number> }>();
    for (const { id, type, sourceId } of lost) {
      const source = { type, id: sourceId };
      const entry = sources.get(sourceKey(source)) ?? { source, ids: new Set<number>() };
      sources.set(sourceKey(source), entry);
      entry.ids.add(id);
    }
    for (const { source, ids } of sources.values()) await this.markInDoubt(tx, source, [...ids]);
    this.logger.error(
      { since, emails: new Set(lost.map(({ id }) => id)).size },
      'Database lost its last seconds; emails that may have been sent are in doubt. See docs/sending.md',
    );
    return true;
  }

  /** Compares claims with the ledger: which of them, or of the results of this process, it does not have. */
  private async compare(tx: Tx, claimed: readonly ClaimedKeys[], lock: '' | 'FOR UPDATE'): Promise<Comparison> {
    const lost: OpenRow[] = [];
    let [areSomeMissing, isSourceMissing] = [false, false];
    for (const { source, keys, fences = [], by } of claimed) {
      const rows = await tx.query<ClaimedRow>(
        `SELECT id, source_type AS type, source_id AS sourceId, recipient_key AS \`key\`, fence, state,
                ${EMAILS.may('forget')} AS isOpen
           FROM email_messages
          WHERE source_type = :type AND source_id = :id AND recipient_key IN (:keys) ORDER BY id ${lock}`,
        { ...source, keys },
      );
      areSomeMissing ||= rows.length < keys.length;
      // Single emails may be deleted.
      isSourceMissing ||= rows.length === 0 && source.type === 'campaign';
      const hasOwnResult = (row: ClaimedRow): boolean =>
        row.state === 'sending' && by === this.memory.owner && !this.memory.unfinished.has(row.id);
      const isLost = (row: ClaimedRow): boolean => {
        const fence = fences[keys.indexOf(row.key)] ?? Infinity;
        return row.isOpen === 1 && (row.fence < fence || (row.fence === fence && hasOwnResult(row)));
      };
      lost.push(...rows.filter(isLost));
    }
    return { lost, areSomeMissing, isSourceMissing };
  }

  private async stop(tx: Tx): Promise<void> {
    await tx.execute('UPDATE sending_beats SET restored_at = NOW(3) WHERE id = 1');
    await SENDINGS.move(tx, 'stop', { set: NOT_WAITING });
    await this.outbox.append(tx, 'sending.restored', null, { reason: DATABASE_RESTORED });
    this.logger.error(
      'Database restored from a backup; sending stopped. See "After restoring a backup" in docs/sending.md',
    );
  }

  /** Puts all emails in doubt that may have been sent since the backup, in chunks; the next heartbeat continues. */
  private async markOpenEmailsInDoubt(): Promise<void> {
    const sources = await this.db.query<EmailSource>(
      `SELECT source_type AS type, source_id AS id FROM sendings WHERE state = 'held' ORDER BY id`,
    );
    for (const source of sources) while ((await this.markSomeInDoubt(source)) > 0);
  }

  private async markSomeInDoubt(source: EmailSource): Promise<number> {
    return this.db.transaction(async (tx) => {
      if (!(await this.restores.isStopped(tx))) return 0;
      const rows = await lockFirst(CHUNK, messagesIn(tx, source, EMAILS.from('forget')));
      await this.markInDoubt(tx, source, idsOf(rows));
      return rows.length;
    });
  }

  private async markInDoubt(tx: Tx, source: EmailSource, ids: readonly number[]): Promise<void> {
    for (const part of inParts(ids, CHUNK))
      await EMAILS.moveLocked(tx, 'forget', part, {
        set: `${MESSAGE_LEASE.revoked}, next_attempt_at = NULL, sending_at = COALESCE(sending_at, NOW(3)), reason = '${DATABASE_RESTORED}'`,
      });
    await this.counters.change(tx, source, { unknown: ids.length });
  }
}
