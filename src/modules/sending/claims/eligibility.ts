import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import type { EmailSource } from '../../../events/email-state.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import type { Recipient } from '../../mail-content/recipients.queries.js';
import { type ClaimedMessage, isFirstAttempt } from '../ledger/claimed-message.js';
import { EMAILS, ENDED } from '../ledger/message-states.js';
import { SendingCounters } from '../counters/sending-counters.js';
import type { DueRow } from './due-messages.js';
import { EmailKinds } from '../ledger/email-kind.js';
import type { Audience } from '../ledger/sending.entity.js';
import { gather } from '../../../platform/values/collections.js';

/** Decides whether messages may still be sent to their recipients. */
@Injectable()
export class Eligibility {
  constructor(
    private readonly db: Database,
    private readonly kinds: EmailKinds,
    private readonly counters: SendingCounters,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Whether the recipient agreed to tracking; recipients without a choice follow `TRACKING_DEFAULT`. */
  mayTrack(recipient: Recipient | undefined): boolean {
    const consent = recipient?.contact['tracking_consent'] ?? 'unknown';
    return consent === 'granted' || (consent === 'unknown' && this.config.mail.tracksByDefault);
  }

  /** Returns the recipients of messages that may be sent; the others are skipped, with the reason. */
  async sortOut(
    tx: Tx,
    source: EmailSource,
    due: readonly DueRow[],
    audience: Audience,
  ): Promise<Map<DueRow, Recipient>> {
    const eligible = new Map<DueRow, Recipient>();
    const skipped = new Map<string, number[]>();
    for (const [row, decision] of await this.kinds.of(audience).recipientsOf(tx, due)) {
      if (typeof decision === 'object') eligible.set(row, decision);
      else gather(skipped, decision, row.id);
    }
    for (const [reason, ids] of skipped)
      await EMAILS.moveLocked(tx, 'skip', ids, {
        set: `reason = :reason, email = IF(:reason = 'contact_deleted', NULL, email), ${ENDED}`,
        params: { reason },
      });
    await this.counters.change(tx, source, { skipped: due.length - eligible.size });
    return eligible;
  }

  /** Whether the lease of a claimed message is valid, its source not held, and its recipient eligible, as it is composed. */
  async isStillWanted(message: ClaimedMessage): Promise<boolean> {
    const { id, fence, recipient, key, tracked } = message;
    const [row] = await this.db.query<{ audience: Audience }>(
      `SELECT s.audience FROM email_messages m
         JOIN sendings s ON s.source_type = m.source_type AND s.source_id = m.source_id AND s.state = 'open'
        WHERE m.id = :id AND m.state = 'sending' AND m.fence = :fence`,
      { id, fence },
    );
    if (!row) return false;
    const due = { id, contact_id: recipient.id, email: recipient.email, recipient_key: key };
    const decision = (await this.kinds.of(row.audience).recipientsOf(this.db, [due])).get(due);
    if (typeof decision !== 'object' || decision.email !== recipient.email) return false;
    return !tracked || !isFirstAttempt(message) || this.mayTrack(decision);
  }
}
