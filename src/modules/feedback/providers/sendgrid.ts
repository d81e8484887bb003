import { SENDGRID_ARGUMENT } from '../../mail-content/composing/provider-headers.js';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { agreed, classifyBounce } from './classify-bounce.js';
import type { BounceType, Occurred, ReadItem } from './provider-event.js';
import { entryOf, type Members, membersOf, momentOf, textOf } from './untrusted-json.js';

/**
 * The bounce type by classification; without a decisive one, the server's reply decides.
 * https://www.twilio.com/docs/sendgrid/ui/analytics-and-reporting/bounce-and-block-classifications
 */
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
  ['unsubscribed address', { kind: 'unsubscribe', reason: null }],
  ['spam reporting address', { kind: 'complaint' }],
];
const ABOUT_US_DROPPED = /^invalid smtpapi header/i;

/** Reads one event of a batch. */
export function readSendgrid(item: unknown): ReadItem {
  const event = membersOf(item);
  if (textOf(event['event']) === null) return 'unreadable';
  const occurred = occurredOf(event);
  if (occurred === null) return 'ignored';
  const id = textOf(event['sg_event_id']);
  if (id === null) return 'unreadable';
  return {
    key: id,
    at: momentOf(event['timestamp']),
    references: {
      messageIds: [textOf(event[SENDGRID_ARGUMENT]), textOf(event['smtp-id'])],
    },
    occurred,
  };
}

function occurredOf(event: Members): Occurred | null {
  switch (textOf(event['event'])) {
    case 'bounce':
      return bounceOf(event);
    case 'dropped':
      return dropOf(textOf(event['reason']) ?? '');
    case 'spamreport':
      return { kind: 'complaint' };
    case 'unsubscribe':
    case 'group_unsubscribe':
      return { kind: 'unsubscribe', reason: null };
    default:
      // Processed, delivered, deferred, open, click, group_resubscribe, and future types.
      return null;
  }
}

function bounceOf(event: Members): Occurred {
  const diagnostic = textOf(event['reason']);
  const classified = entryOf(CLASSIFICATIONS, textOf(event['bounce_classification']));
  // A block is about this email, not the address.
  const byService = textOf(event['type']) === 'blocked' ? 'soft' : 'hard';
  const said = classifyBounce(byService, textOf(event['status']), diagnostic);
  const bounceType = classified === undefined ? said.bounceType : agreed(classified, diagnostic);
  return { kind: 'bounce', bounceType, code: said.code, diagnostic };
}

function dropOf(reason: string): Occurred | null {
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
