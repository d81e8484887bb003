import { EMAIL_STATES, type EmailSource, type EmailState } from '../../../events/email-state.js';
import type { Tx } from '../../../platform/database/database.js';
import type { lockFirst } from '../../../platform/database/lock-first.js';
import { Lease } from '../../../platform/work/lease.js';
import { StateMachine } from '../../../platform/work/states.js';

/** Not `unknown`: such an email may have arrived. */
const WAITING = ['pending', 'deferred'] as const;

/** A bounce or complaint proves that an email which is due again or in doubt was sent. */
export const EMAILS = new StateMachine('email', 'email_messages.state', EMAIL_STATES, {
  initial: ['pending'],
  terminal: ['failed', 'complained', 'skipped', 'cancelled'],
  events: {
    claim: { from: WAITING, to: 'sending' },
    skip: { from: WAITING, to: 'skipped' },
    cancel: { from: WAITING, to: 'cancelled' },
    /** Its destination has refused it for too long. */
    expire: { from: WAITING, to: 'failed' },

    accept: { from: ['sending'], to: 'sent' },
    bounce: { from: ['sending'], to: 'bounced' },
    fail: { from: ['sending'], to: 'failed' },
    defer: { from: ['sending'], to: 'deferred' },
    requeue: { from: ['sending'], to: 'pending' },
    /** The result is unknown, and decided after the lease. */
    await: { from: ['sending'], to: 'sending' },
    /** Not sent, and its sending has ended. */
    withdraw: { from: ['sending'], to: 'cancelled' },

    doubt: { from: ['sending'], to: 'unknown' },
    /** The database was rolled back to a time before the email may have been sent. */
    forget: { from: [...WAITING, 'sending'], to: 'unknown' },
    confirm: { from: ['unknown'], to: 'sent' },
    giveUp: { from: ['unknown'], to: 'failed' },
    resend: { from: ['unknown'], to: 'pending' },

    reportBounce: { from: [...WAITING, 'sending', 'sent', 'unknown'], to: 'bounced' },
    reportComplaint: { from: [...WAITING, 'sending', 'sent', 'bounced', 'unknown'], to: 'complained' },
  },
});

/** The other columns of an email that is not sent any more. */
export const ENDED = 'next_attempt_at = NULL, settled_at = NOW(3)';

/** The lease on messages that a process is sending. */
export const MESSAGE_LEASE = new Lease({
  table: 'email_messages',
  owner: 'lease_owner',
  until: 'lease_until',
  fence: 'fence',
  isLeased: "state = 'sending'",
});

/** Returns the query for `lockFirst`: messages of a source in the given states, in no particular order. */
export function messagesIn(
  tx: Tx,
  source: EmailSource,
  states: readonly EmailState[],
): Parameters<typeof lockFirst<{ readonly id: number }>>[1] {
  const isWanted = 'source_type = :type AND source_id = :id AND state IN (:states)';
  const params = { ...source, states };
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
