import { Lease } from '../../../platform/work/lease.js';

/** The lease on messages that a process is sending. */
export const MESSAGE_LEASE = new Lease({
  table: 'email_messages',
  owner: 'lease_owner',
  until: 'lease_until',
  fence: 'fence',
  isLeased: "state = 'sending'",
});
