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
import { FREQUENCY_CAP, FrequencyCap } from '../ledger/frequency-cap.service.js';
import type { Audience } from '../ledger/sending.entity.js';
import { gather } from '../../../platform/values/collections.js';

/** The sending of messages, as the claim has read it. */
interface OpenSending {
  readonly audience: Audience;
  readonly ignores_frequency_cap: 0 | 1;
  readonly now: Date;
}

/** A message that must not be claimed for some time. */
export interface Waiting {
  readonly row: DueRow;
  readonly ms: number;
}

/** Decides whether messages may still be sent to their recipients. */
@Injectable()
export class Eligibility {
  constructor(
    private readonly db: Database,
    private readonly kinds: EmailKinds,
    private readonly counters: SendingCounters,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly cap: FrequencyCap,
  ) {}

  /** Whether the recipient agreed to tracking; recipients without a choice follow `TRACKING_DEFAULT`. */
  mayTrack(recipient: Recipient | undefined): boolean {
    const consent = recipient?.contact['tracking_consent'] ?? 'unknown';
    return consent === 'granted' || (consent === 'unknown' && this.config.mail.tracksByDefault);
  }

  /** Skips the messages that must not be sent, with the reason. @returns those that may be sent, and those that wait. */
  async sortOut(tx: Tx, source: EmailSource, due: readonly DueRow[], sending: OpenSending) {
    const { audience, ignores_frequency_cap: ignoresCap, now } = sending;
    const eligible = new Map<DueRow, Recipient>();
    const skipped = new Map<string, number[]>();
    for (const [row, decision] of await this.kinds.of(audience).recipientsOf(tx, due)) {
      if (typeof decision === 'object') eligible.set(row, decision);
      else gather(skipped, decision, row.id);
    }
    const waiting: Waiting[] = [];
    const isCapped = source.type !== 'single' && ignoresCap === 0;
    for (const [row, { until, isOver }] of isCapped ? await this.cap.holdsOf(tx, [...eligible.keys()], now) : []) {
      eligible.delete(row);
      if (isOver && source.type === 'campaign') gather(skipped, FREQUENCY_CAP, row.id);
      else waiting.push({ row, ms: until.getTime() - now.getTime() });
    }
    for (const [reason, ids] of skipped)
      await EMAILS.moveLocked(tx, 'skip', ids, {
        set: `reason = :reason, email = IF(:reason = 'contact_deleted', NULL, email), ${ENDED}`,
        params: { reason },
      });
    await this.counters.change(tx, source, { skipped: due.length - eligible.size - waiting.length });
    return { eligible, waiting };
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
    const { id: contact_id, email, list } = recipient;
    const due = { id, contact_id, email, recipient_key: key, list_id: list?.id ?? null };
    const decision = (await this.kinds.of(row.audience).recipientsOf(this.db, [due])).get(due);
    if (typeof decision !== 'object' || decision.email !== email) return false;
    return !tracked || !isFirstAttempt(message) || this.mayTrack(decision);
  }
}
