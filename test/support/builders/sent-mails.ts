import { Keys } from '../../../src/platform/secrets/keys.js';
import { type AppConfig, parseConfig } from '../../../src/platform/config/config.js';
import type { Database } from '../../../src/platform/database/database.js';
import { PublicLinks } from '../../../src/modules/mail-content/links/public-links.service.js';
import { insertSubscribers } from './audience.js';

/** Sent emails of a campaign, and what is needed to track them. */
export interface SentEmails {
  readonly campaignId: number;
  readonly messageIds: readonly number[];
  readonly linkIds: readonly number[];
}

/** Inserts emails as sent, without sending any. The campaign and its list must exist. */
export async function insertSentEmails(
  db: Database,
  {
    campaignId,
    listId,
    emailCount,
    links,
  }: { campaignId: number; listId: number; emailCount: number; links: readonly string[] },
): Promise<SentEmails> {
  await insertSubscribers(db, listId, `emails-${campaignId}`, emailCount);
  return db.transaction(async (tx) => {
    const { insertId: contentId } = await tx.execute(
      `INSERT INTO email_contents (subject, pre_header, html, text, from_name, from_email, tracks_opens)
       VALUES ('Hello', '', '<p>Hello</p>', 'Hello', '', 'sender@example.com', 1)`,
    );
    await tx.insertRows(
      'email_links',
      ['content_id', 'position', 'url'],
      links.map((url, position) => [contentId, position, url]),
    );
    await tx.execute(
      `INSERT INTO email_messages
         (source_type, source_id, recipient_key, content_id, contact_id, email, subject, message_id, state, attempts,
          sending_at, settled_at)
       SELECT 'campaign', :campaignId, c.id, :contentId, c.id, c.email, 'Hello', CONCAT('<', c.id, '@carillon.test>'), 'sent', 1,
              NOW(3), NOW(3)
         FROM contact_lists l JOIN contacts c ON c.id = l.contact_id WHERE l.list_id = :listId ORDER BY c.id`,
      { campaignId, contentId, listId },
    );
    const idsOf = async (sql: string): Promise<number[]> =>
      (await tx.query<{ id: number }>(sql, { campaignId, contentId })).map(({ id }) => id);
    return {
      campaignId,
      messageIds: await idsOf(
        `SELECT id FROM email_messages WHERE source_type = 'campaign' AND source_id = :campaignId ORDER BY id`,
      ),
      linkIds: await idsOf('SELECT id FROM email_links WHERE content_id = :contentId ORDER BY position'),
    };
  });
}

/** Returns the public link paths as the product writes them into its emails. */
export function publicPaths(env: Readonly<Record<string, string>>): {
  open: (messageId: number) => string;
  click: (messageId: number, linkId: number) => string;
} {
  const config: AppConfig = parseConfig(env);
  const links = new PublicLinks(new Keys(config), config);
  const path = (purpose: 'open' | 'click', messageId: number, linkId: number): string =>
    new URL(links.url(purpose, { messageId, linkId })).pathname;
  return {
    open: (messageId) => path('open', messageId, 0),
    click: (messageId, linkId) => path('click', messageId, linkId),
  };
}
