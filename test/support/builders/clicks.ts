import type { World } from '../world.js';

let emailCount = 0;

/**
 * Inserts an email of a campaign or a funnel that this contact has clicked into the ledger: for tests of the effects of
 * clicks, not of their tracking.
 * @param source the campaign or funnel that sent the email; a funnel with its step.
 */
export async function clickedMail(
  world: World,
  contact: { readonly id: number },
  source: { readonly campaign: number } | { readonly funnel: number; readonly step: number } | 'single',
  at: string,
): Promise<number> {
  emailCount += 1;
  const [type, sourceId, key] =
    source === 'single'
      ? ['single', 9, `clicked:${emailCount}`]
      : 'campaign' in source
        ? ['campaign', source.campaign, `${contact.id}:c${emailCount}`]
        : ['funnel', source.funnel, `${emailCount}:${source.step}`];
  return world.db.transaction(async (tx) => {
    const moment = new Date(at);
    const { insertId } = await tx.execute(
      `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, contact_id, email, subject, state,
                                   message_id, sending_at, settled_at, human_clicks, first_human_click_at)
       VALUES (:type, :sourceId, :key, 0, :id, 'reader@example.com', 'Hello', 'sent', :messageId, :moment, :moment, 1,
               :moment)`,
      { type, sourceId, key, id: contact.id, messageId: `<clicked.${emailCount}@carillon.test>`, moment },
    );
    await tx.execute(
      `INSERT INTO email_hits (message_id, link_id, kind, is_machine, occurred_at) VALUES (:insertId, 1, 'click', 0, :moment)`,
      { insertId, moment },
    );
    return insertId;
  });
}
