import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { EmailState } from '../../../events/email-state.js';
import { SendingCounters } from '../counters/sending-counters.js';
import { EMAILS, ENDED } from '../ledger/message-states.js';

interface CampaignEmail {
  readonly id: number;
  readonly campaignId: number;
  readonly contactId: number;
  readonly key: string;
  readonly state: EmailState;
}

/** Note of emails that are not sent because the recipient gets the same email under a merged contact. */
const SAME_READER = 'contact_merged';

/**
 * Moves emails to the contact that remains after a merge. Campaigns use the contact as the key, so that each recipient
 * gets an email once; the merge keeps that true.
 */
@Injectable()
export class MergedEmails {
  constructor(private readonly counters: SendingCounters) {}

  async move(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await this.settleDoubles(tx, keepId, mergedIds);
    await tx.execute(
      'UPDATE email_messages SET contact_id = :keepId WHERE contact_id IN (:mergedIds)',
      { keepId, mergedIds },
      { changes: 'email_messages' },
    );
  }

  /** Keeps one email per campaign: one that was sent, or else the one of the remaining contact. */
  private async settleDoubles(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    const emails = await tx.query<CampaignEmail>(
      `SELECT id, source_id AS campaignId, contact_id AS contactId, recipient_key AS \`key\`, state FROM email_messages
        WHERE contact_id IN (:contactIds) AND source_type = 'campaign' ORDER BY id FOR UPDATE`,
      { contactIds: [keepId, ...mergedIds] },
    );
    const superfluous: CampaignEmail[] = [];
    const renamed: number[] = [];
    for (const those of Map.groupBy(emails, ({ campaignId }) => campaignId).values()) {
      const waiting = those.filter(isWaiting);
      const [first] = waiting.sort(
        (one, other) => Number(other.contactId === keepId) - Number(one.contactId === keepId),
      );
      const hasOne = those.some((mail) => hasLeft(mail));
      superfluous.push(...waiting.filter((mail) => hasOne || mail !== first));
      // The key of the remaining contact keeps a campaign that is still writing recipients from adding it again.
      if (those.every(({ key }) => key !== String(keepId))) {
        const named = those.find((mail) => hasLeft(mail)) ?? first ?? those.find(({ state }) => state !== 'bounced');
        if (named) renamed.push(named.id);
      }
    }
    if (renamed.length > 0)
      await tx.execute(
        'UPDATE email_messages SET recipient_key = :key WHERE id IN (:renamed)',
        { key: String(keepId), renamed },
        { changes: 'email_messages', ids: [] },
      );
    const ids = superfluous.map(({ id }) => id);
    await EMAILS.moveLocked(tx, 'skip', ids, { set: `reason = :reason, ${ENDED}`, params: { reason: SAME_READER } });
    await this.counters.settle(
      tx,
      superfluous.map(({ campaignId }) => ({ source: { type: 'campaign', id: campaignId }, state: EMAILS.to('skip') })),
    );
  }
}

const isWaiting = ({ state }: CampaignEmail): boolean => EMAILS.allows(state, 'skip');
/** Includes messages in doubt: a recipient who may have the email must not get it again. A bounced one did not arrive. */
const hasLeft = ({ state }: CampaignEmail): boolean =>
  state === 'sent' || state === 'sending' || state === 'complained' || state === 'unknown';
