import { POSTMARK_METADATA } from '../../mail-content/composing/provider-headers.js';
import { agreed, classifyBounce } from './classify-bounce.js';
import type { BounceType, Occurred } from '../feedback-report.js';
import { COMPLAINT, eventOf, type ReadItem, UNSUBSCRIBED } from './provider-event.js';
import { entryOf, memberOf, type Members, membersOf, textOf } from './untrusted-json.js';

/** `by_words`: by the server's reply, else hard. https://postmarkapp.com/developer/api/bounce-api#bounce-types */
const TYPES: Readonly<Record<string, BounceType | 'by_words' | 'complaint' | 'unsubscribe'>> = {
  HardBounce: 'by_words',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  DnsError: 'soft',
  Unknown: 'soft',
  Unsubscribe: 'unsubscribe',
  SpamComplaint: 'complaint',
  // About the content or the sender, not the address.
  SpamNotification: null,
  VirusNotification: null,
  Blocked: null,
  DMARCPolicy: null,
  SMTPApiError: null,
  TemplateRenderingFailed: null,
  ManuallyDeactivated: null,
  // Not here are Transient (delayed, and tried again), Subscribe, AutoResponder, AddressChange, OpenRelayTest,
  // ChallengeVerification, Unconfirmed and InboundError: answers to mails that did arrive, or about mails that are not ours.
};

/** https://postmarkapp.com/developer/webhooks/subscription-change-webhook */
const SUPPRESSIONS: Readonly<Record<string, Occurred>> = {
  HardBounce: { kind: 'bounce', bounceType: 'hard', code: null, diagnostic: null },
  SpamComplaint: COMPLAINT,
  ManualSuppression: UNSUBSCRIBED,
};

export function readPostmark(body: unknown): ReadItem {
  const call = membersOf(body);
  switch (textOf(call['RecordType'])) {
    case 'Bounce':
    case 'SpamComplaint':
      return readEvent(call, textOf(call['ID']), textOf(call['BouncedAt']), bounceOf(call));
    case 'SubscriptionChange': {
      const at = textOf(call['ChangedAt']);
      const messageId = textOf(call['MessageID']);
      return readEvent(call, messageId && at && `${messageId}:${at}`, at, changeOf(call));
    }
    case null:
      return 'unreadable';
    default:
      return 'ignored';
  }
}

function readEvent(call: Members, id: string | null, at: string | null, occurred: Occurred | null): ReadItem {
  // The ids exceed the exact integers of JSON; together with the MessageID they are unique.
  const key = id && [call['RecordType'], id, call['MessageID']].map(textOf).join(':');
  const messageIds = [textOf(memberOf(membersOf(call['Metadata']), POSTMARK_METADATA))];
  return eventOf(occurred, key, at, { messageIds });
}

function bounceOf(call: Members): Occurred | null {
  const meaning = entryOf(TYPES, textOf(call['Type']));
  if (meaning === undefined) return null;
  if (meaning === 'complaint') return COMPLAINT;
  if (meaning === 'unsubscribe') return UNSUBSCRIBED;
  const details = textOf(call['Details']);
  const said = classifyBounce(meaning === 'by_words' || meaning === 'hard' ? 'hard' : 'soft', details);
  return {
    kind: 'bounce',
    bounceType: meaning === 'by_words' ? said.bounceType : agreed(meaning, details),
    code: said.code,
    diagnostic: details ?? textOf(call['Description']),
  };
}

function changeOf(call: Members): Occurred | null {
  if (call['SuppressSending'] !== true) return null;
  const reason = textOf(call['SuppressionReason']);
  // A suppression by a user of the account is not a request of the recipient.
  if (reason === 'ManualSuppression' && textOf(call['Origin']) !== 'Recipient') return null;
  return entryOf(SUPPRESSIONS, reason) ?? null;
}
