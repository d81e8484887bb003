import { createHash } from 'node:crypto';
import { classifyBounce } from './classify-bounce.js';
import type { Occurred } from '../feedback-report.js';
import { COMPLAINT, eventOf, type ReadItem } from './provider-event.js';
import { type Members, membersOf, textOf } from './untrusted-json.js';

/** Reads an event of the `generic` format, for providers without an adapter; see docs/providers.md. */
export function readGeneric(item: unknown): ReadItem {
  const event = membersOf(item);
  const occurred = occurredOf(event);
  if (occurred === null) return 'unreadable';
  const token = textOf(event['token']);
  return eventOf(occurred, textOf(event['id']) ?? fingerprintOf(event), event['at'], {
    messageIds: [textOf(event['message_id'])],
    returnPaths: [textOf(event['return_path'])],
    optOutHeaders: [token === null || token.includes('<') ? token : `<${optOutUriOf(token)}>`],
  });
}

/** Accepts the full header, the address, or only the last part of the link. */
function optOutUriOf(token: string): string {
  return /^(?:https?|mailto):/i.test(token) ? token : `/t/u/${token}`;
}

function occurredOf(event: Members): Occurred | null {
  switch (textOf(event['event'])) {
    case 'bounce':
      return bounceOf(event);
    case 'complaint':
      return COMPLAINT;
    case 'unsubscribe':
      return { kind: 'unsubscribe', reason: textOf(event['reason']) };
    default:
      return null;
  }
}

function bounceOf(event: Members): Occurred | null {
  const type = textOf(event['bounce_type']);
  if (type !== null && type !== 'hard' && type !== 'soft') return null;
  const diagnostic = textOf(event['diagnostic']);
  const given = textOf(event['code']);
  const said = classifyBounce('hard', given, diagnostic);
  // Without type and code, a bounce must not cost a contact.
  const bounceType = type ?? (said.code === null ? 'soft' : said.bounceType);
  return { kind: 'bounce', bounceType, code: said.code, diagnostic };
}

const fingerprintOf = (event: Members): string =>
  `content:${createHash('sha256').update(JSON.stringify(event)).digest('hex')}`;
