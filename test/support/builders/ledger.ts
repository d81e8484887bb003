import { PublicLinks, type LinkPurpose } from '../../../src/modules/mail-content/links/public-links.service.js';
import type { World } from '../world.js';

let emailCount = 0;

/** Inserts a sent email to this contact into the ledger, for tests of recipient activity. */
export async function sentMailTo(
  world: World,
  contact: { readonly id: number; readonly email: string },
): Promise<number> {
  emailCount += 1;
  return world.db.transaction(async (tx) => {
    const { insertId } = await tx.execute(
      `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, contact_id, email, subject, state,
                                   message_id, sending_at, settled_at)
       VALUES ('single', 9, :key, 0, :id, :email, 'Hello', 'sent', :messageId, NOW(3), NOW(3))`,
      {
        key: `test:${emailCount}`,
        messageId: `<test.${emailCount}@carillon.test>`,
        id: contact.id,
        email: contact.email,
      },
    );
    return insertId;
  });
}

/** Returns the path of a public link as it appears in the email. */
export function linkOf(world: World, purpose: LinkPurpose, messageId: number): string {
  const url = world.api.get(PublicLinks, { strict: false }).url(purpose, { messageId, linkId: 0 });
  return new URL(url).pathname;
}
