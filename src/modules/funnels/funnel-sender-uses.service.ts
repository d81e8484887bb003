import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import { SenderAccounts } from '../senders/sender-accounts.service.js';

/** Keeps the senders that funnels name from being deleted. */
@Injectable()
export class FunnelSenderUses implements OnModuleInit {
  constructor(private readonly senders: SenderAccounts) {}

  onModuleInit(): void {
    this.senders.keepFor(namesOfUsers);
  }
}

/**
 * A funnel is published at any time without being judged again, so drafts count, too. Its steps have no sender of their
 * own: their addresses are the funnel's sender's.
 */
async function namesOfUsers(tx: Tx, senderId: number): Promise<string[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT f.id FROM funnels f JOIN senders s ON s.id = :senderId
      WHERE f.deleted_at IS NULL
        AND (JSON_EXTRACT(f.settings, '$.mailer_settings.sender_id') = :senderId
          OR JSON_UNQUOTE(JSON_EXTRACT(f.settings, '$.mailer_settings.from_email')) = s.from_email)
      ORDER BY f.id LIMIT 10`,
    { senderId },
  );
  return rows.map(({ id }) => `funnel ${id}`);
}
