import { PublicLinks, type LinkPurpose } from '../../../src/modules/mail-content/links/public-links.service.js';
import type { World } from '../world.js';

let mails = 0;

/** A mail that was sent to this contact: a row of the ledger and nothing else, for tests of what its reader does. */
export async function sentMailTo(
  world: World,
  contact: { readonly id: number; readonly email: string },
): Promise<number> {
  mails += 1;
  return world.db.transaction(async (tx) => {
    const { insertId } = await tx.execute(
      `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, contact_id, email, subject, state,
                                   message_id, sending_at, settled_at)
       VALUES ('single', 9, :key, 0, :id, :email, 'Hello', 'sent', :messageId, NOW(3), NOW(3))`,
      { key: `test:${mails}`, messageId: `<test.${mails}@carillon.test>`, id: contact.id, email: contact.email },
    );
    return insertId;
  });
}

/** The path of a public link of a mail, as it stands in the mail. */
export function linkOf(world: World, purpose: LinkPurpose, messageId: number): string {
  const url = world.api.get(PublicLinks, { strict: false }).url(purpose, { messageId, linkId: 0 });
  return new URL(url).pathname;
}
