import { apiStatus, EMAIL_STATUSES } from '../../../events/email-state.js';
import { page } from '../../../platform/http/page.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';
import { ADDRESS_FIELDS, type SingleRequest } from '../single-email.entity.js';
import { REFUSALS } from '../single-email-kind.js';
import type { AddressRow, SingleEmailRow } from '../single-emails.queries.js';

const id = s.integer(1042, 'As `email.id` in its events');
const status = s.oneOf([...EMAIL_STATUSES, 'refused'], 'Of the first recipient');
const scheduledAt = s.nullable(s.isoTime('The `send_at` of the request', null));

export const submittedShape = s.component('SubmittedEmailResponse', {
  email: s.object({ id, status, scheduled_at: scheduledAt }),
  message: s.text('Email has been accepted.'),
});

export const submittedBatchShape = s.component('SubmittedEmailsResponse', {
  emails: s.list(
    s.object({
      index: s.integer(0, 'Position in the request'),
      id: s.nullable(id),
      status,
      reason: s.nullable(s.oneOf(REFUSALS, 'Why it is refused', null)),
    }),
  ),
  message: s.text('Emails have been accepted.'),
});

const result = {
  status,
  attempts: s.integer(1),
  opens: s.integer(0, 'By people; 0 if not tracked'),
  clicks: s.integer(0),
  sent_at: s.nullable(s.isoTime()),
  error: s.nullable(s.text(null, 'The reply of the mail server, or why it was not sent')),
};

const addressShape = s.object({
  field: s.oneOf(ADDRESS_FIELDS),
  email: s.nullable(s.text('ada@example.com', 'Null after the erasure of the contact')),
  name: s.text('Ada Lovelace'),
  contact_id: s.nullable(s.integer(42)),
  email_id: s.nullable(
    s.integer(1042, 'As `email.id` in the events of this recipient; null if no email is sent to it'),
  ),
  ...result,
  status: s.nullable(status),
});

const listed = {
  id,
  to: s.list(s.text('ada@example.com')),
  subject: s.text('Your receipt', 'As sent; before that, the template'),
  template_id: s.nullable(s.integer(3)),
  tracked: s.boolean(false),
  ...result,
  scheduled_at: scheduledAt,
  created_at: s.isoTime(),
};
const listedShape = s.component('ListedSingleEmailResponse', listed);
export const singleEmailsShape = s.component('SingleEmailsResponse', { emails: page('SingleEmailsPage', listedShape) });

const singleEmailShape = s.component('SingleEmailResponse', {
  ...listed,
  addresses: s.list(addressShape),
  data: s.nullable(s.record(s.anyJson(), { total: '59.90' }, 'Null after `EMAIL_CONTENT_RETENTION`')),
  headers: s.nullable(s.record(s.text(), { 'X-Order': 'A-1001' })),
});
export const oneSingleEmailShape = s.component('OneSingleEmailResponse', { email: singleEmailShape });

export const contentShape = s.component('SingleEmailContentResponse', {
  subject: s.text('Your receipt'),
  html: s.text('<p>Thank you.</p>'),
  text: s.text('Thank you.'),
});

export const cancelledShape = s.component('CancelledEmailResponse', { message: s.text('Email has been cancelled.') });

/** Without a message, an address is refused, repeated, or for replies. */
const statusOf = ({ state, refusal }: AddressRow) =>
  state !== null ? apiStatus(state) : refusal === null ? null : ('refused' as const);

export function listedOf(row: SingleEmailRow) {
  const [first] = row.addresses.filter(({ messageId }) => messageId === row.id);
  const { attempts = 0, opens = 0, clicks = 0, sentAt = null, error = null } = first ?? {};
  const to = row.addresses.flatMap(({ field, email }) => (field === 'to' && email !== null ? [email] : []));
  const shown = { to, status: (first && statusOf(first)) ?? 'refused', tracked: row.tracked === 1 };
  return written(listedShape, { ...row, attempts, opens, clicks, sentAt, error }, shown);
}

export function singleEmailOf(row: SingleEmailRow): s.TypeOf<typeof singleEmailShape> {
  const { data = null, headers = null } = JSON.parse(row.request ?? '{}') as Partial<SingleRequest>;
  const addresses = row.addresses.map((address) =>
    written(addressShape, address, { email_id: address.messageId, status: statusOf(address) }),
  );
  return { ...listedOf(row), addresses, data, headers };
}
