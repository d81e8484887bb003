import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { normalizedEmail } from '../../../platform/text/email-address.js';
import { SYSTEM_SOURCES } from '../../../events/email-state.js';
import type { Language } from '../../../languages/languages.js';
import { ContentsService, type WrittenContent } from '../../mail-content/rendering/contents.service.js';
import { SenderAccounts } from '../../senders/sender-accounts.service.js';
import { SendingRuns } from '../../sending/ledger/sending-runs.service.js';
import { builtInEmail } from '../built-in/built-in-email.js';

/** Emails contacts the link to their preferences on request. */
@Injectable()
export class PreferenceLinkRequests {
  constructor(
    private readonly db: Database,
    private readonly contents: ContentsService,
    private readonly senders: SenderAccounts,
    private readonly sendings: SendingRuns,
  ) {}

  /**
   * Enqueues the email in the ledger, so that a crash does not lose it. Does nothing for an unknown address, for a contact who
   * complained, and within an hour of the last such email.
   * @param text instead of that for those who request the link.
   */
  async request(address: string, language: Language, text?: string): Promise<void> {
    const email = normalizedEmail(address);
    if (email === null) return;
    await this.db.transaction(async (tx) => {
      // The lock merges concurrent requests into one email.
      const [contact] = await tx.query<{ id: number }>(
        `SELECT id FROM contacts WHERE email = :email AND status <> 'complained' FOR UPDATE`,
        { email },
      );
      if (contact && !(await this.wasSentRecently(tx, contact.id)))
        await this.submit(tx, contact.id, email, builtInEmail('preferenceLink', language, text));
    });
  }

  private async wasSentRecently(tx: Tx, contactId: number): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 FROM email_messages
        WHERE contact_id = :contactId AND source_type = :type AND source_id = :id
          AND created_at > NOW(3) - INTERVAL 1 HOUR LIMIT 1`,
      { contactId, ...SYSTEM_SOURCES.asked },
    );
    return rows.length > 0;
  }

  private async submit(tx: Tx, contactId: number, email: string, written: WrittenContent): Promise<void> {
    const { senderId, identity } = await this.senders.resolve({ senderId: null, fromEmail: null }, tx);
    const contentId = await this.contents.freezeOnce(tx, written, identity, false);
    const link = { key: `link:${ulid()}`, contactId, email, contentId };
    await this.sendings.submit(tx, SYSTEM_SOURCES.asked, { senderId, audience: 'asked' }, [link]);
  }
}
