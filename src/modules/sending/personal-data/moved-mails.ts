import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { EmailState } from '../../../events/email-state.js';
import { SendingTallies } from '../counts/sending-tallies.js';

interface CampaignMail {
  readonly id: number;
  readonly campaignId: number;
  readonly contactId: number;
  readonly key: string;
  readonly state: EmailState;
}

/** Why a mail does not leave: its reader gets the same one already, by an address that was a contact of its own. */
const SAME_READER = 'contact_merged';

/**
 * Mails that become those of another contact. Campaigns call theirs by the contact, so that nobody gets one twice: that has
 * to go on being true of a reader who was two.
 */
@Injectable()
export class MovedMails {
  constructor(private readonly tallies: SendingTallies) {}

  async move(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await this.settleDoubles(tx, keepId, mergedIds);
    await tx.execute('UPDATE email_messages SET contact_id = :keepId WHERE contact_id IN (:mergedIds)', {
      keepId,
      mergedIds,
    });
  }

  /** Of each campaign the reader gets one mail: what has left counts first, then what the contact itself was to get. */
  private async settleDoubles(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    const mails = await tx.query<CampaignMail>(
      `SELECT id, source_id AS campaignId, contact_id AS contactId, recipient_key AS \`key\`, state FROM email_messages
        WHERE contact_id IN (:contactIds) AND source_type = 'campaign' ORDER BY id FOR UPDATE`,
      { contactIds: [keepId, ...mergedIds] },
    );
    const superfluous: CampaignMail[] = [];
    const renamed: number[] = [];
    for (const those of byCampaign(mails).values()) {
      const waiting = those.filter(isWaiting);
      const [first] = waiting.sort(
        (one, other) => Number(other.contactId === keepId) - Number(one.contactId === keepId),
      );
      const hasOne = those.some((mail) => hasLeft(mail));
      superfluous.push(...waiting.filter((mail) => hasOne || mail !== first));
      // The name of the contact keeps a campaign that is still looking for its readers from finding this one again.
      if (those.every(({ key }) => key !== String(keepId))) {
        const named = those.find((mail) => hasLeft(mail)) ?? first ?? those[0];
        if (named) renamed.push(named.id);
      }
    }
    if (renamed.length > 0)
      await tx.execute('UPDATE email_messages SET recipient_key = :key WHERE id IN (:renamed)', {
        key: String(keepId),
        renamed,
      });
    if (superfluous.length === 0) return;
    await tx.execute(
      `UPDATE email_messages SET state = 'skipped', reason = :reason, next_attempt_at = NULL, settled_at = NOW(3)
        WHERE id IN (:ids)`,
      { reason: SAME_READER, ids: superfluous.map(({ id }) => id) },
    );
    await this.tallies.settle(
      tx,
      superfluous.map(({ campaignId }) => ({ source: { type: 'campaign', id: campaignId }, state: 'skipped' })),
    );
  }
}

const isWaiting = ({ state }: CampaignMail): boolean => state === 'pending' || state === 'deferred';
/** Or may have: who has got it, perhaps, must not get it for sure. */
const hasLeft = ({ state }: CampaignMail): boolean =>
  state === 'sent' || state === 'sending' || state === 'bounced' || state === 'complained' || state === 'unknown';

function byCampaign(mails: readonly CampaignMail[]): ReadonlyMap<number, CampaignMail[]> {
  const groups = new Map<number, CampaignMail[]>();
  for (const mail of mails) groups.set(mail.campaignId, [...(groups.get(mail.campaignId) ?? []), mail]);
  return groups;
}
