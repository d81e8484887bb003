import { judgeBounce } from './judge-bounce.js';
import type { BounceType, Happening, MailClues, ReadItem } from './provider-event.js';
import { entryOf, listOf, type Members, membersOf, momentOf, textOf } from './untrusted-json.js';

/**
 * What the pairs of bounceType and bounceSubType mean for the address. `by_words`: the reply of the server decides.
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types
 */
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

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#complaint-object: what no reader has complained by. */
const NO_COMPLAINT = new Set(['not-spam', 'auth-failure', 'virus']);

/**
 * One message of Amazon SES, in either of its forms: as a notification of an identity (`notificationType`) or as an event
 * of a configuration set (`eventType`).
 * @param messageId of the SNS message, for events that have no id of their own.
 */
export function readSes(message: unknown, messageId: string): ReadItem {
  const members = membersOf(message);
  const type = textOf(members['notificationType'] ?? members['eventType']);
  if (type === null) return 'unreadable';
  const mail = membersOf(members['mail']);
  const details = membersOf(members[type.toLowerCase()]);
  const happening = happeningOf(type, details);
  if (happening === null) return 'ignored';
  return {
    key: `${happening.kind}:${textOf(details['feedbackId']) ?? messageId}`,
    at: momentOf(details['timestamp']),
    clues: cluesOf(mail),
    happening,
  };
}

function happeningOf(type: string, details: Members): Happening | null {
  switch (type) {
    case 'Bounce':
      return bounceOf(details);
    case 'Complaint':
      return NO_COMPLAINT.has(textOf(details['complaintFeedbackType']) ?? '') ? null : { kind: 'complaint' };
    case 'Subscription':
      return membersOf(details['newTopicPreferences'])['unsubscribeAll'] === true
        ? { kind: 'unsubscribe', reason: null }
        : null;
    default:
      // Send, Delivery, DeliveryDelay, Reject, Open, Click, Rendering Failure, and what may come.
      return null;
  }
}

function bounceOf(details: Members): Happening | null {
  const type = textOf(details['bounceType']) ?? '';
  const subtype = textOf(details['bounceSubType']) ?? '';
  const recipient = membersOf(listOf(details['bouncedRecipients'])[0]);
  const status = textOf(recipient['status']);
  const diagnostic = textOf(recipient['diagnosticCode']);
  const meaning = entryOf(entryOf(BOUNCES, type) ?? {}, subtype);
  if (meaning === 'unsubscribed') return { kind: 'unsubscribe', reason: null };
  // Without a report of a mail server it is as likely the automatic answer of somebody who is away.
  if (type === 'Transient' && subtype === 'General' && status === null && diagnostic === null) return null;
  const said = judgeBounce(type === 'Permanent' ? 'hard' : 'soft', status, diagnostic);
  const bounceType = meaning === undefined || meaning === 'by_words' ? said.bounceType : meaning;
  return {
    kind: 'bounce',
    bounceType,
    code: said.code,
    diagnostic: diagnostic ?? ([type, subtype].join(' ').trim() || null),
  };
}

/** Headers are there when the notification is set up to include the original ones; the envelope is there always. */
function cluesOf(mail: Members): MailClues {
  const headers = listOf(mail['headers']).map(membersOf);
  const named = (name: string): (string | null)[] =>
    headers.filter((header) => textOf(header['name'])?.toLowerCase() === name).map((header) => textOf(header['value']));
  return {
    // `mail.messageId` is the id that SES gives.
    messageIds: [textOf(membersOf(mail['commonHeaders'])['messageId']), ...named('message-id')],
    returnPaths: [textOf(mail['source'])],
    optOutHeaders: named('list-unsubscribe'),
  };
}
