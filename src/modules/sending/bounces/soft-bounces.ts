import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ContactsService } from '../../contacts/contacts.service.js';

/** So many of so many mails in a row: then nobody reads that mailbox any more. */
const TOO_MANY = 3;
const LOOKED_AT = 5;

/** A mailbox that is full once is no reason to give anybody up; one that is full again and again is. */
@Injectable()
export class SoftBounces {
  constructor(private readonly contacts: ContactsService) {}

  /**
   * Looks at contacts of whom a mail has just bounced softly, and bounces those it happens to all the time. Call it late in
   * a transaction, as every change of a status.
   * @returns whether anybody's status changed.
   */
  async judge(tx: Tx, contactIds: Iterable<number>): Promise<boolean> {
    // In the order of ids, so that two who judge the same people cannot lock each other out.
    const ids = [...new Set(contactIds)].sort((a, b) => a - b);
    if (ids.length === 0) return false;
    // Of two whose mails to one contact end at the same moment, the second has to see what the first has found.
    await tx.query('SELECT id FROM contacts WHERE id IN (:ids) ORDER BY id FOR UPDATE', { ids });
    let changed = false;
    for (const id of ids)
      if ((await this.softOnes(tx, id)) >= TOO_MANY)
        changed =
          (await this.contacts.changeStatusIn(tx, id, 'bounced', {
            source: 'bounce',
            reason: `soft bounces on ${TOO_MANY} of the last ${LOOKED_AT} mails`,
          })) || changed;
    return changed;
  }

  /**
   * Mails to a former address say nothing about the present one, and whoever was released by a person starts anew: what
   * was sent before that is forgotten.
   */
  private async softOnes(tx: Tx, contactId: number): Promise<number> {
    const [row] = await tx.query<{ soft: number }>(
      `SELECT COUNT(*) AS soft
         FROM (SELECT m.bounce_type
                 FROM email_messages m FORCE INDEX (ix_email_messages_contact)
                 JOIN contacts c ON c.id = m.contact_id AND c.email = m.email
                WHERE m.contact_id = :contactId
                  AND (m.state IN ('sent', 'bounced', 'complained') OR (m.state = 'failed' AND m.bounce_type IS NOT NULL))
                  AND m.settled_at > COALESCE((SELECT MAX(k.occurred_at) FROM contact_consents k
                                                WHERE k.contact_id = :contactId AND k.old_status = 'bounced'), '1970-01-01')
                ORDER BY m.id DESC LIMIT ${LOOKED_AT}) recent
        WHERE bounce_type = 'soft'`,
      { contactId },
    );
    return row?.soft ?? 0;
  }
}
