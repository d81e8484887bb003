import { SENDGRID_ARGUMENT } from '../../mail-content/composing/provider-headers.js';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { judgeBounce } from './judge-bounce.js';
import type { BounceType, Happening, ReadItem } from './provider-event.js';
import { entryOf, type Members, membersOf, momentOf, textOf } from './untrusted-json.js';

/**
 * What the classification of a bounce says about the address; where there is none, or none that decides, the reply of the
 * server does. https://www.twilio.com/docs/sendgrid/ui/analytics-and-reporting/bounce-and-block-classifications
 */
const CLASSIFICATIONS: Readonly<Record<string, BounceType>> = {
  'Invalid Address': 'hard',
  'Mailbox Unavailable': 'soft',
  'Frequency or Volume Too High': null,
  Reputation: null,
  Content: null,
  // Both names are in use for the same.
  Technical: 'soft',
  'Technical Failure': 'soft',
};

/**
 * Mails that SendGrid did not even try, by the beginning of the reason. What is missing here (spam content, a quota, a
 * header) is about us. https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event#dropped
 */
const DROPPED: readonly (readonly [beginning: string, Happening])[] = [
  ['bounced address', { kind: 'bounce', bounceType: 'hard', code: null, diagnostic: 'Bounced Address' }],
  ['invalid', { kind: 'bounce', bounceType: 'hard', code: null, diagnostic: 'Invalid' }],
  ['unsubscribed address', { kind: 'unsubscribe', reason: null }],
  ['spam reporting address', { kind: 'complaint' }],
];
const ABOUT_US_DROPPED = /^invalid smtpapi header/i;

/** One event of a batch. */
export function readSendgrid(item: unknown): ReadItem {
  const event = membersOf(item);
  if (textOf(event['event']) === null) return 'unreadable';
  const happening = happeningOf(event);
  if (happening === null) return 'ignored';
  const id = textOf(event['sg_event_id']);
  if (id === null) return 'unreadable';
  return {
    key: id,
    at: momentOf(event['timestamp']),
    clues: {
      messageIds: [textOf(event[SENDGRID_ARGUMENT]), textOf(event['smtp-id'])],
      returnPaths: [],
      optOutHeaders: [],
    },
    happening,
  };
}

function happeningOf(event: Members): Happening | null {
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
      // Processed, delivered, deferred, open, click, group_resubscribe, and what may come.
      return null;
  }
}

function bounceOf(event: Members): Happening {
  const diagnostic = textOf(event['reason']);
  const classified = entryOf(CLASSIFICATIONS, textOf(event['bounce_classification']));
  // A block is about this mail; the address may be fine.
  const byService = textOf(event['type']) === 'blocked' ? 'soft' : 'hard';
  const said = judgeBounce(byService, textOf(event['status']), diagnostic);
  const bounceType = classified === undefined ? said.bounceType : classified;
  return { kind: 'bounce', bounceType, code: said.code, diagnostic };
}

function dropOf(reason: string): Happening | null {
  const known = ABOUT_US_DROPPED.test(reason)
    ? undefined
    : DROPPED.find(([beginning]) => reason.toLowerCase().startsWith(beginning));
  return known?.[1] ?? { kind: 'bounce', bounceType: null, code: null, diagnostic: reason === '' ? null : reason };
}

/** @param base64 the verification key as SendGrid shows it: DER in base64. */
export function sendgridKey(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

/** Whether SendGrid signed these bytes at that time; the time is that of the header, in seconds. */
export function isSignedBySendgrid(key: KeyObject, timestamp: string, signature: string, body: Buffer): boolean {
  try {
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
