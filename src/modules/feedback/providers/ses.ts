import { agreed, classifyBounce } from './classify-bounce.js';
import type { BounceType, Occurred } from '../feedback-report.js';
import { COMPLAINT, type EmailReferences, eventOf, type ReadItem, UNSUBSCRIBED } from './provider-event.js';
import { entryOf, listOf, type Members, membersOf, textOf } from './untrusted-json.js';

/** `by_words`: by the reply. https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types */
const BOUNCES: Readonly<Record<string, Readonly<Record<string, BounceType | 'by_words' | 'unsubscribed'>>>> = {
  Permanent: {
    General: 'by_words',
    NoEmail: 'hard',
    Suppressed: 'hard',
    OnAccountSuppressionList: 'hard',
    UnsubscribedRecipient: 'unsubscribed',
  },
  Transient: {
    General: 'soft',
    MailboxFull: 'soft',
    MessageTooLarge: null,
    CustomTimeoutExceeded: 'soft',
    ContentRejected: null,
    AttachmentRejected: null,
  },
  Undetermined: { Undetermined: 'soft' },
};

/** Not complaints: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#complaint-object */
const NO_COMPLAINT = new Set(['not-spam', 'auth-failure', 'virus']);

/** A `notificationType` or `eventType`. @param messageId of the SNS message, for events without an id. */
export function readSes(message: unknown, messageId: string): ReadItem {
  const members = membersOf(message);
  const type = textOf(members['notificationType'] ?? members['eventType']);
  if (type === null) return 'unreadable';
  const details = membersOf(members[type.toLowerCase()]);
  const occurred = entryOf(EVENTS, type)?.(details) ?? null;
  const key = occurred && `${occurred.kind}:${textOf(details['feedbackId']) ?? messageId}`;
  return eventOf(occurred, key, details['timestamp'], referencesOf(membersOf(members['mail'])));
}

/** Without effect: Send, Delivery, DeliveryDelay, Reject, Open, Click, Rendering Failure, and future types. */
const EVENTS: Readonly<Record<string, (details: Members) => Occurred | null>> = {
  Bounce: bounceOf,
  Complaint: (details) => (NO_COMPLAINT.has(textOf(details['complaintFeedbackType']) ?? '') ? null : COMPLAINT),
  Subscription: (details) =>
    membersOf(details['newTopicPreferences'])['unsubscribeAll'] === true ? UNSUBSCRIBED : null,
};

function bounceOf(details: Members): Occurred | null {
  const wordOf = (name: string): string => textOf(details[name]) ?? '';
  const [type, subtype] = [wordOf('bounceType'), wordOf('bounceSubType')];
  const recipient = membersOf(listOf(details['bouncedRecipients'])[0]);
  const status = textOf(recipient['status']);
  const diagnostic = textOf(recipient['diagnosticCode']);
  const meaning = entryOf(entryOf(BOUNCES, type) ?? {}, subtype);
  if (meaning === 'unsubscribed') return UNSUBSCRIBED;
  // Without a server's report it may be an automatic reply.
  if (type === 'Transient' && subtype === 'General' && status === null && diagnostic === null) return null;
  const { bounceType, code } = classifyBounce(type === 'Permanent' ? 'hard' : 'soft', status, diagnostic);
  return {
    kind: 'bounce',
    bounceType: meaning === undefined || meaning === 'by_words' ? bounceType : agreed(meaning, diagnostic),
    code,
    diagnostic: diagnostic ?? textOf(`${type} ${subtype}`),
  };
}

/** Original headers are optional in notifications; the envelope is always present. */
function referencesOf(mail: Members): EmailReferences {
  const headers = listOf(mail['headers']).map(membersOf);
  const named = (name: string): (string | null)[] =>
    headers.filter((header) => textOf(header['name'])?.toLowerCase() === name).map((header) => textOf(header['value']));
  return {
    // SES assigns the id in `messageId` of the object `mail`.
    messageIds: [textOf(membersOf(mail['commonHeaders'])['messageId']), ...named('message-id')],
    returnPaths: [textOf(mail['source'])],
    optOutHeaders: named('list-unsubscribe'),
  };
}
