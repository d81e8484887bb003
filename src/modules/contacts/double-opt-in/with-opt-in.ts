import type { ChangeCause } from '../contact-change.js';
import type { CheckedContact } from '../contact-check.service.js';
import type { ContactStatus } from '../contact-status.js';

/**
 * What somebody who has to confirm is to be: `pending` and asked, unless subscribed already. Nobody is asked who is to be
 * something else, or who has complained.
 */
export function withOptIn(
  checked: CheckedContact,
  now: ContactStatus | null,
  { evidence = {} }: ChangeCause,
): { checked: CheckedContact; asks: boolean } {
  const { status = 'subscribed', ...fields } = checked.fields;
  if (status !== 'subscribed' && status !== 'pending') return { checked, asks: false };
  if (now === 'subscribed' || now === 'complained') return { checked: { ...checked, fields }, asks: false };
  // Having been asked is an entry of the log even where the status stays.
  const consent = checked.consent ?? evidence;
  return { checked: { ...checked, fields: { ...fields, status: 'pending' }, consent }, asks: true };
}
