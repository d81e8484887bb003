import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ContactsService } from '../../contacts/contacts.service.js';

/** This many soft bounces among the last `WINDOW_SIZE` emails make the contact `bounced`. */
const TOO_MANY = 3;
const WINDOW_SIZE = 5;

/** Bounces contacts whose mailbox refuses repeatedly; a single soft bounce has no effect. */
@Injectable()
export class SoftBounces {
  constructor(private readonly contacts: ContactsService) {}

  /** Call it near the end of a transaction: it takes counter locks. @returns whether a status changed. */
  async evaluate(tx: Tx, contactIds: Iterable<number>): Promise<boolean> {
    // Ordered by id to prevent deadlocks.
    const ids = [...new Set(contactIds)].sort((a, b) => a - b);
    if (ids.length === 0) return false;
    // Two emails of a contact may bounce at the same moment; the lock lets the second see the first.
    await tx.query('SELECT id FROM contacts WHERE id IN (:ids) ORDER BY id FOR UPDATE', { ids });
    let changed = false;
    for (const id of ids)
      if ((await this.softOnes(tx, id)) >= TOO_MANY)
        changed =
          (await this.contacts.changeStatusIn(tx, id, 'bounced', {
            source: 'bounce',
            reason: `soft bounces on ${TOO_MANY} of the last ${WINDOW_SIZE} mails`,
          })) || changed;
    return changed;
  }

  /** Counts soft bounces of the current address since the last status change by a manager. */
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
                ORDER BY m.id DESC LIMIT ${WINDOW_SIZE}) recent
        WHERE bounce_type = 'soft'`,
      { contactId },
    );
    return row?.soft ?? 0;
  }
}
