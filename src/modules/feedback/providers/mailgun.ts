import { createHmac, timingSafeEqual } from 'node:crypto';
import { classifyBounce } from './classify-bounce.js';
import { fromJson } from '../../../platform/values/json.js';
import type { BounceType, Occurred } from '../feedback-report.js';
import { COMPLAINT, type EmailReferences, eventOf, type ReadItem, UNSUBSCRIBED } from './provider-event.js';
import { entryOf, listOf, memberOf, type Members, membersOf, momentOf, textOf } from './untrusted-json.js';

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure ("failed", `reason`) */
const REASONS: Readonly<Record<string, BounceType>> = {
  bounce: 'hard',
  hardfail: 'hard',
  'suppress-bounce': 'hard',
  // Retried until it expired.
  old: 'soft',
  generic: 'soft',
  greylisted: 'soft',
  espblock: null,
  blacklisted: null,
};

/** Emails that Mailgun did not try, because the recipient is on its suppression list. */
const SUPPRESSED: Readonly<Record<string, Occurred>> = {
  'suppress-complaint': COMPLAINT,
  'suppress-unsubscribe': UNSUBSCRIBED,
};

/** Reads one event: the current format under `event-data`, or the form fields of old webhooks. */
export function readMailgun(body: unknown): ReadItem {
  const members = membersOf(body);
  const data = membersOf(members['event-data']);
  return textOf(data['event']) === null ? readForm(members) : readEvent(data);
}

function readEvent(data: Members): ReadItem {
  const occurred = entryOf(EVENTS, textOf(data['event']))?.(data) ?? null;
  const headers = membersOf(membersOf(data['message'])['headers']);
  return eventOf(occurred, textOf(data['id']), data['timestamp'], {
    messageIds: [textOf(memberOf(headers, 'message-id'))],
    returnPaths: [textOf(membersOf(data['envelope'])['sender'])],
    optOutHeaders: [textOf(memberOf(headers, 'list-unsubscribe'))],
  });
}

const EVENTS: Readonly<Record<string, (data: Members) => Occurred | null>> = {
  failed: (data) => (isFinal(data) ? failureOf(data) : null),
  complained: () => COMPLAINT,
  unsubscribed: () => UNSUBSCRIBED,
};

/** Mailgun retries temporary failures; the last attempt is also temporary, but has the reason `old`. */
function isFinal(data: Members): boolean {
  return textOf(data['severity']) === 'permanent' || textOf(data['reason']) === 'old';
}

function failureOf(data: Members): Occurred {
  const reason = textOf(data['reason']) ?? '';
  const suppressed = entryOf(SUPPRESSED, reason);
  if (suppressed) return suppressed;
  const status = membersOf(data['delivery-status']);
  // The longer of the two is often empty.
  const words = textOf(status['message']) ?? textOf(status['description']);
  return bounceOf(entryOf(REASONS, reason) ?? null, words, textOf(status['enhanced-code']), textOf(status['code']));
}

function bounceOf(byService: BounceType, words: string | null, ...codes: readonly (string | null)[]): Occurred {
  // Mailgun's own codes above 599 mean that no server was contacted.
  const said = codes.filter((code) => code === null || /^[45]/.test(code));
  return { kind: 'bounce', diagnostic: words, ...classifyBounce(byService, ...said, words) };
}

const FORMER_EVENTS: Readonly<Record<string, (form: Members) => Occurred>> = {
  bounced: (form) => bounceOf('hard', textOf(form['error']), textOf(form['code'])),
  dropped: (form) =>
    bounceOf(
      entryOf(REASONS, textOf(form['reason'])) ?? null,
      textOf(form['description']) ?? textOf(form['error']),
      textOf(form['code']),
    ),
  complained: () => COMPLAINT,
  unsubscribed: () => UNSUBSCRIBED,
};

function readForm(form: Members): ReadItem {
  const event = textOf(form['event']);
  if (event === null) return 'unreadable';
  const occurred = entryOf(FORMER_EVENTS, event)?.(form) ?? null;
  const references = referencesOfForm(form);
  const [messageId] = references.messageIds.filter((id) => id !== null);
  // These events have no id; each kind occurs once per email.
  const key = messageId ?? textOf(form['token']);
  return eventOf(occurred, key && `${event}:${key}`, form['timestamp'], references);
}

function referencesOfForm(form: Members): Required<EmailReferences> {
  const headers = listOf(fromJson(textOf(form['message-headers']), null)).map(listOf);
  const named = (name: string): (string | null)[] =>
    headers.filter(([key]) => textOf(key)?.toLowerCase() === name).map(([, value]) => textOf(value));
  return {
    messageIds: [textOf(memberOf(form, 'message-id')), ...named('message-id')],
    returnPaths: [textOf(form['sender'])],
    optOutHeaders: named('list-unsubscribe'),
  };
}

/** Checks `signature` beside `event-data`, or form fields. @param notBefore older requests are refused as replays. */
export function isSignedByMailgun(
  body: unknown,
  signingKey: string,
  period: { readonly notBefore: Date; readonly notAfter: Date },
): boolean {
  const members = membersOf(body);
  const signature = typeof members['signature'] === 'object' ? membersOf(members['signature']) : members;
  const [timestamp, token, given] = ['timestamp', 'token', 'signature'].map((name) => textOf(signature[name]) ?? '');
  const at = momentOf(timestamp);
  if (!at || at < period.notBefore || at > period.notAfter) return false;
  const expected = createHmac('sha256', signingKey)
    .update(`${timestamp ?? ''}${token ?? ''}`)
    .digest();
  const bytes = Buffer.from(given ?? '', 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
