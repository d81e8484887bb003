import { assertMaySend } from '../../platform/access/assert-permission.js';
import type { Tx } from '../../platform/database/database.js';
import type { Sender } from './sender.entity.js';

/** A subscription may have a sender of its own. Drafts of funnels use their sender too, because publishing does not validate a funnel again. */
const USERS = `
  SELECT CONCAT('campaign ', id) AS name, settings, 1 AS is_approved FROM campaigns
   WHERE status IN ('scheduled', 'working', 'paused') AND deleted_at IS NULL
   UNION ALL
  SELECT CONCAT('funnel ', id), settings, status = 'published' FROM funnels WHERE deleted_at IS NULL
   UNION ALL
  SELECT CONCAT('list ', id), JSON_OBJECT('mailer_settings', JSON_OBJECT('sender_id', sender_id)), is_subscription FROM lists
   WHERE sender_id IS NOT NULL`;
/** By the rule of `SenderAccounts.resolve`. */
const USES = `s.id = JSON_VALUE(u.settings, '$.mailer_settings.sender_id')
  OR JSON_VALUE(u.settings, '$.mailer_settings.sender_id') IS NULL
 AND s.from_email = COALESCE(JSON_VALUE(u.settings, '$.mailer_settings.from_email'), LOWER(:ownAddress))`;

/** Returns up to ten campaigns and funnels that use a sender: `campaign 7`. */
export async function usersOf(tx: Tx, id: number, ownAddress: string): Promise<string[]> {
  const users = await tx.query<{ name: string }>(
    `SELECT DISTINCT u.name FROM (${USERS}) u JOIN senders s ON ${USES} WHERE s.id = :id ORDER BY u.name LIMIT 10`,
    { id, ownAddress },
  );
  return users.map(({ name }) => name);
}

/** @param sender with the new values; a new one has no id. @throws AppError rest_forbidden without `send_campaigns` */
export async function assertMayChangeSender(
  tx: Tx,
  { id = 0, fromEmail = '', fallbackOf = null }: Partial<Sender>,
  ownAddress: string,
): Promise<void> {
  const [user] = await tx.query<{ name: string }>(
    `WITH RECURSIVE s AS (
       SELECT id, from_email, fallback_of FROM senders WHERE id = :id UNION SELECT :id, :fromEmail, :fallbackOf
       UNION SELECT n.id, n.from_email, n.fallback_of FROM senders n JOIN s ON n.id = s.fallback_of)
     SELECT u.name FROM (${USERS}) u JOIN s ON ${USES} WHERE u.is_approved LIMIT 1`,
    { id, fromEmail, fallbackOf, ownAddress },
  );
  if (user) assertMaySend(`the sender of ${user.name}`);
}
