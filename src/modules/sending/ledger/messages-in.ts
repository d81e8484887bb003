import type { Tx } from '../../../platform/database/database.js';
import type { lockFirst } from '../../../platform/database/lock-first.js';
import type { EmailSource, EmailState } from '../../../events/email-state.js';

/** Returns the query for `lockFirst`: messages of a source in the given states, in no particular order. */
export function messagesIn(
  tx: Tx,
  { type, id }: EmailSource,
  states: readonly EmailState[],
): Parameters<typeof lockFirst<{ readonly id: number }>>[1] {
  const isWanted = 'source_type = :type AND source_id = :id AND state IN (:states)';
  const params = { type, id, states };
  return {
    find: (page) =>
      tx.query(`SELECT id FROM email_messages FORCE INDEX (ix_email_messages_due) WHERE ${isWanted} ${page}`, params),
    lock: (ids, rest) =>
      tx.query(`SELECT id FROM email_messages FORCE INDEX (PRIMARY) WHERE id IN (:ids) AND ${isWanted} ${rest}`, {
        ...params,
        ids,
      }),
  };
}
