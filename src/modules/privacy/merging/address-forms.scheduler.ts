import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { ContactMerges } from './contact-merges.service.js';

const BATCH = 100;

/**
 * Converts addresses that earlier versions stored with a Unicode domain, and merges contacts whose addresses become equal.
 * A contact that fails remains for the next run. Runs repeat: older processes may add such addresses during an upgrade.
 */
@Injectable()
export class AddressForms {
  private readonly logger = new Logger(AddressForms.name);

  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly merges: ContactMerges,
  ) {}

  @Periodic({ name: 'Address conversion', everyMs: 3_600_000, onOneWorker: true, atStart: true })
  async convertAll(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    const counts = { converted: 0, merged: 0, failed: 0 };
    for (let after: string | undefined = ''; after !== undefined && !run.isStopping;) {
      const sql = `SELECT id, email FROM contacts FORCE INDEX (ux_contacts_email)
        WHERE email > :after AND LENGTH(email) > CHAR_LENGTH(email) ORDER BY email LIMIT ${BATCH}`;
      const rows: { id: number; email: string }[] = await this.db.query(sql, { after });
      for (const { id, email } of rows) {
        // Null for what is refused now. The local part may have the letters that are not ASCII.
        const form = isErasedAddress(email) ? null : normalizedEmail(email);
        if (form !== null && form !== email) counts[await this.convert(id, email, form)] += 1;
      }
      after = rows[BATCH - 1]?.email;
    }
    if (counts.converted + counts.merged + counts.failed > 0) this.logger.log(counts, 'Unicode domains converted');
  }

  private async convert(id: number, email: string, form: string): Promise<'converted' | 'merged' | 'failed'> {
    try {
      // First, so that a bounce of an earlier email still belongs to the address.
      const sql = 'UPDATE email_messages SET email = :form WHERE contact_id = :id AND email = :email';
      await this.db.transaction((tx) => tx.execute(sql, { id, email, form }));
      const [holder] = await this.db.query<{ id: number }>('SELECT id FROM contacts WHERE email = :form', { form });
      if (holder) await this.merges.merge(holder.id, [id]);
      else await this.contacts.update(id, { email: form });
      return holder ? 'merged' : 'converted';
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, contact: id }, 'Unicode domain not converted; retrying');
      return 'failed';
    }
  }
}
