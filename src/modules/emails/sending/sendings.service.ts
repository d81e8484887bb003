import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { type EmailSource, type EmailState, OPEN_STATES } from '../email-state.js';
import { MailTransport } from './smtp/mail-transport.js';

export interface NewRecipient {
  /** Unique within the source: who gets the same key twice gets one mail. */
  readonly key: string;
  readonly contactId: number;
  readonly email: string;
}

export interface SendingProgress {
  readonly byState: Readonly<Partial<Record<EmailState, number>>>;
  /** Mails handed over in the last minute, as mails per second. */
  readonly ratePerSecond: number;
  readonly waitingReason: string | null;
}

// Spread into parameters: a source is two columns wherever the ledger is asked.
const params = ({ type, id }: EmailSource): { readonly type: string; readonly id: number } => ({ type, id });

/** The ledger as its owners (campaigns, later funnels) use it. What happens on the wire is the worker's business. */
@Injectable()
export class SendingsService {
  constructor(
    private readonly db: Database,
    private readonly transport: MailTransport,
  ) {}

  /** Why no mail could leave at all; null when it could. */
  get unavailableReason(): string | null {
    return this.transport.unavailableReason;
  }

  /** Begins a flow; the worker's sweeper finds it, a doorbell makes it quicker. @returns its id. */
  async open(tx: Tx, source: EmailSource, contentId: number): Promise<number> {
    await tx.execute(
      `INSERT INTO sendings (source_type, source_id, content_id, state) VALUES (:type, :id, :contentId, 'open')
       ON DUPLICATE KEY UPDATE state = 'open', content_id = VALUES(content_id), waiting_reason = NULL, waiting_until = NULL`,
      { ...params(source), contentId },
    );
    const [row] = await tx.query<{ id: number }>(
      'SELECT id FROM sendings WHERE source_type = :type AND source_id = :id',
      { ...params(source) },
    );
    return row?.id ?? 0;
  }

  /** After the commit no new mail of this source begins. */
  async hold(tx: Tx, source: EmailSource): Promise<void> {
    await this.changeState(tx, source, 'held');
  }

  async resume(tx: Tx, source: EmailSource): Promise<void> {
    await this.changeState(tx, source, 'open');
  }

  async close(tx: Tx, source: EmailSource): Promise<void> {
    await this.changeState(tx, source, 'closed');
  }

  /** Gives up what has not begun. @returns how many mails will never be sent. */
  async cancelPending(tx: Tx, source: EmailSource): Promise<number> {
    const { affectedRows } = await tx.execute(
      `UPDATE email_messages SET state = 'cancelled', settled_at = NOW(3)
        WHERE source_type = :type AND source_id = :id AND state IN ('pending', 'deferred', 'unknown')`,
      { ...params(source) },
    );
    return affectedRows;
  }

  /** Adds recipients. A key that is there already stays as it is, so a chunk may be written twice. */
  async enrol(tx: Tx, source: EmailSource, contentId: number, recipients: readonly NewRecipient[]): Promise<void> {
    await tx.insertRows(
      'email_messages',
      ['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'email'],
      recipients.map(({ key, contactId, email }) => [source.type, source.id, key, contentId, contactId, email]),
      { suffix: 'ON DUPLICATE KEY UPDATE email_messages.id = email_messages.id' },
    );
  }

  async count(source: EmailSource, reader: Reader = this.db): Promise<number> {
    const [row] = await reader.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM email_messages WHERE source_type = :type AND source_id = :id',
      { ...params(source) },
    );
    return row?.total ?? 0;
  }

  /** True when no message of the source can still change by itself. */
  async isSettled(tx: Tx, source: EmailSource): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS open_message FROM email_messages
        WHERE source_type = :type AND source_id = :id AND state IN (:open) LIMIT 1`,
      { ...params(source), open: OPEN_STATES },
    );
    return rows.length === 0;
  }

  async progress(source: EmailSource): Promise<SendingProgress> {
    const states = await this.db.query<{ state: EmailState; total: number }>(
      `SELECT state, COUNT(*) AS total FROM email_messages
        WHERE source_type = :type AND source_id = :id GROUP BY state`,
      { ...params(source) },
    );
    const [recent] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM email_messages
        WHERE source_type = :type AND source_id = :id AND state = 'sent' AND settled_at > NOW(3) - INTERVAL 60 SECOND`,
      { ...params(source) },
    );
    const [sending] = await this.db.query<{ waiting_reason: string | null }>(
      `SELECT waiting_reason FROM sendings
        WHERE source_type = :type AND source_id = :id AND state = 'open' AND waiting_until > NOW(3)`,
      { ...params(source) },
    );
    return {
      byState: Object.fromEntries(states.map(({ state, total }) => [state, total])),
      ratePerSecond: Math.round(((recent?.total ?? 0) / 60) * 10) / 10,
      waitingReason: sending?.waiting_reason ?? null,
    };
  }

  private async changeState(tx: Tx, source: EmailSource, state: 'open' | 'held' | 'closed'): Promise<void> {
    await tx.execute(
      `UPDATE sendings SET state = :state, waiting_reason = NULL, waiting_until = NULL
        WHERE source_type = :type AND source_id = :id AND state <> 'closed'`,
      { ...params(source), state },
    );
  }
}
