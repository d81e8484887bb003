import { SENDGRID_ARGUMENT } from '../../mail-content/composing/provider-headers.js';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { agreed, classifyBounce } from './classify-bounce.js';
import type { BounceType, Occurred } from '../feedback-report.js';
import { COMPLAINT, eventOf, type ReadItem, UNSUBSCRIBED } from './provider-event.js';
import { entryOf, type Members, membersOf, textOf } from './untrusted-json.js';

/** https://www.twilio.com/docs/sendgrid/ui/analytics-and-reporting/bounce-and-block-classifications */
const CLASSIFICATIONS: Readonly<Record<string, BounceType>> = {
  'Invalid Address': 'hard',
  'Mailbox Unavailable': 'soft',
  'Frequency or Volume Too High': null,
  Reputation: null,
  Content: null,
  // SendGrid uses both names.
  Technical: 'soft',
  'Technical Failure': 'soft',
};

/**
 * Emails that SendGrid did not try, by the start of the reason. Other reasons (spam content, a quota, a header) are not
 * about the address.
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event#dropped
 */
const DROPPED: readonly (readonly [beginning: string, Occurred])[] = [
  ['bounced address', { kind: 'bounce', bounceType: 'hard', code: null, diagnostic: 'Bounced Address' }],
  ['invalid', { kind: 'bounce', bounceType: 'hard', code: null, diagnostic: 'Invalid' }],
  ['unsubscribed address', UNSUBSCRIBED],
  ['spam reporting address', COMPLAINT],
];
const ABOUT_US_DROPPED = /^invalid smtpapi header/i;

export function readSendgrid(item: unknown): ReadItem {
  const event = membersOf(item);
  const type = textOf(event['event']);
  if (type === null) return 'unreadable';
  const messageIds = [textOf(event[SENDGRID_ARGUMENT]), textOf(event['smtp-id'])];
  const occurred = entryOf(EVENTS, type)?.(event) ?? null;
  return eventOf(occurred, textOf(event['sg_event_id']), event['timestamp'], { messageIds });
}

/** Without effect: processed, delivered, deferred, open, click, group_resubscribe, and future types. */
const EVENTS: Readonly<Record<string, (event: Members) => Occurred>> = {
  bounce: bounceOf,
  dropped: (event) => dropOf(textOf(event['reason']) ?? ''),
  spamreport: () => COMPLAINT,
  unsubscribe: () => UNSUBSCRIBED,
  group_unsubscribe: () => UNSUBSCRIBED,
};

function bounceOf(event: Members): Occurred {
  const diagnostic = textOf(event['reason']);
  const classified = entryOf(CLASSIFICATIONS, textOf(event['bounce_classification']));
  // A block is about this email, not the address.
  const byService = textOf(event['type']) === 'blocked' ? 'soft' : 'hard';
  const said = classifyBounce(byService, textOf(event['status']), diagnostic);
  const bounceType = classified === undefined ? said.bounceType : agreed(classified, diagnostic);
  return { kind: 'bounce', bounceType, code: said.code, diagnostic };
}

function dropOf(reason: string): Occurred {
  const known = ABOUT_US_DROPPED.test(reason)
    ? undefined
    : DROPPED.find(([beginning]) => reason.toLowerCase().startsWith(beginning));
  return known?.[1] ?? { kind: 'bounce', bounceType: null, code: null, diagnostic: reason === '' ? null : reason };
}

/** @param base64 the verification key as SendGrid shows it: DER in base64. */
export function sendgridKey(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

/** Verifies SendGrid's signature of the bytes and the timestamp header, in seconds. */
export function isSignedBySendgrid(key: KeyObject, timestamp: string, signature: string, body: Buffer): boolean {
  try {
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
