import type { BounceVerdict } from '../feedback-report.js';
import { verdictOn } from './bounce-verdict.js';
import { MailOrigin, RETURNED_BELOW } from './mail-origin.js';
import { attachedHeaders, everyPart, fieldGroups, readMime, textOf, UnreadableEmail } from './mime-part.js';
import type { MailHeaders, MimePart } from './mime-part.js';

export type InboundKind =
  | 'bounce'
  /** Not delivered yet, or delivered: nothing has to be done. */
  | 'delivery_notice'
  | 'complaint'
  | 'not_spam'
  | 'unsubscribe'
  | 'auto_reply'
  | 'reply'
  | 'other';

/** Parts of an email that may contain tokens. */
export interface Traces {
  readonly recipients: readonly string[];
  /** The headers of the original email, if attached or named. */
  readonly returned: readonly MailHeaders[];
  /** The text of a bounce that quotes the original email; empty otherwise. */
  readonly quoted: string;
}

export interface InboundEmail {
  readonly kind: InboundKind;
  readonly verdict: BounceVerdict | null;
  /** Whether it is a request to be removed if it is addressed to an opt-out address. */
  readonly canOptOut: boolean;
  readonly traces: Traces;
  /** The Message-IDs to which a person replies; empty for all other messages. */
  readonly repliesTo: readonly string[];
  readonly messageId: string | null;
  readonly date: Date | null;
}

const MAX_TEXT_LENGTH = 64 * 1024;
const MAX_ADDRESSES = 200;
const RETURNED = new Set([
  ...['message/rfc822', 'message/rfc822-headers', 'message/global', 'message/global-headers'],
  ...['text/rfc822', 'text/rfc822-headers'],
]);
const RECIPIENT_HEADERS = (
  'delivered-to x-original-to envelope-to x-envelope-to x-delivered-to x-forwarded-to x-original-recipient ' +
  'x-rcpt-to to cc'
).split(' ');
const ADDRESS = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255}/g;
const MESSAGE_ID = /<[^<>\s]{1,320}>/g;
const RECEIVED_FOR = /\bfor\s{1,10}<?([^\s<>;]{1,320})>?/i;

/** @throws UnreadableEmail */
export function readInboundEmail(raw: Buffer): InboundEmail {
  const mail = readMime(raw);
  if (mail.headers.isEmpty) throw new UnreadableEmail('no email');
  const parts = [...everyPart(mail)];
  const returned = parts.filter(({ type }) => RETURNED.has(type)).map(attachedHeaders);
  const text = wordsOf(parts);
  const isReport = mail.type === 'multipart/report' || returned.length > 0;
  const origin = new MailOrigin(mail.headers, { text, isReport });
  const classification = classify(parts, origin, text, returned);
  const isReply = classification.kind === 'other' && !origin.isFromProgram;
  const date = new Date((mail.headers.get('date') ?? '').slice(0, 100));
  return {
    ...classification,
    canOptOut: classification.kind === 'other' && origin.canOptOut,
    repliesTo: isReply ? repliesTo(mail.headers) : [],
    traces: {
      recipients: recipientsOf(mail.headers),
      returned: [...returned, ...fieldsOf(parts, 'message/feedback-report')],
      quoted: classification.kind === 'bounce' || classification.kind === 'delivery_notice' ? text : '',
    },
    messageId: mail.headers.get('message-id'),
    date: Number.isNaN(date.getTime()) ? null : date,
  };
}

/** RFC 5322 section 3.6.4. The references also name earlier emails of a conversation. */
function repliesTo(headers: MailHeaders): string[] {
  const idsIn = (name: string): string[] | null =>
    headers.get(name)?.slice(0, MAX_TEXT_LENGTH).match(MESSAGE_ID) ?? null;
  return (idsIn('in-reply-to') ?? idsIn('references')?.slice(-1) ?? []).slice(0, MAX_ADDRESSES);
}

type Classification = Pick<InboundEmail, 'kind' | 'verdict'>;
const plain = (kind: InboundKind): Classification => ({ kind, verdict: null });

function classify(
  parts: readonly MimePart[],
  origin: MailOrigin,
  text: string,
  returned: readonly MailHeaders[],
): Classification {
  const [complaint] = fieldsOf(parts, 'message/feedback-report');
  if (complaint) return plain(feedbackKind(complaint));
  const statuses = ['delivery-status', 'global-delivery-status'].flatMap((type) => fieldsOf(parts, `message/${type}`));
  const recipients = statuses.filter((group) => group.has('action') || group.has('status'));
  if (recipients.length > 0) return deliveryStatus(recipients, text);
  if (parts.some(({ type }) => type === 'message/disposition-notification')) return plain('auto_reply');
  // Hotmail's reports predate the standard format.
  if (/^complaint about message from\b/i.test(origin.subject) && returned.length > 0) return plain('complaint');
  if (origin.isAutoReply && !origin.isMachine) return plain('auto_reply');
  if (origin.isDelay) return plain('delivery_notice');
  if (origin.isBounce) return { kind: 'bounce', verdict: verdictOn(null, diagnosticOf(text)) };
  return plain(origin.isAutoReply ? 'auto_reply' : 'other');
}

/** RFC 5965 section 3.1. `auth-failure` and others are not complaints. */
function feedbackKind(fields: MailHeaders): InboundKind {
  const type = fields.get('feedback-type')?.trim().toLowerCase() ?? '';
  if (['abuse', 'fraud', 'complaint'].includes(type)) return 'complaint';
  if (type === 'opt-out' || type === 'opt-out-list') return 'unsubscribe';
  return type === 'not-spam' ? 'not_spam' : 'other';
}

/** RFC 3464. Emails have one recipient, but forwarding may add more; one failure is enough. */
function deliveryStatus(recipients: readonly MailHeaders[], text: string): Classification {
  const failed = recipients.find((group) => actionOf(group) === 'failed');
  if (!failed) return plain('delivery_notice');
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? null;
  const diagnostic = (failed.get('diagnostic-code') ?? '').replace(/^\s*[\w-]{1,40}\s{0,5};\s{0,5}/, '').trim();
  return { kind: 'bounce', verdict: verdictOn(status, diagnostic === '' ? diagnosticOf(text) : diagnostic) };
}

function actionOf(group: MailHeaders): string {
  const action = (/^[a-z]+/i.exec(group.get('action')?.trim() ?? '')?.[0] ?? '').toLowerCase();
  if (action !== '') return action;
  return (group.get('status') ?? '').trim().startsWith('5') ? 'failed' : 'delayed';
}

/** Returns the line with the server's reply and what follows; the beginning if there is none. */
function diagnosticOf(text: string): string {
  const own = text.slice(0, RETURNED_BELOW.exec(text)?.index);
  const lines = own.split('\n', 400).map((line) => line.trim());
  const said = lines.findIndex(
    (line) => /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.test(line) || /(?<![\d.-])[45][0-5]\d[ -]/.test(line),
  );
  // Exim and others name the address and the reason below a preamble.
  const named = lines.findIndex((line) => /\baddress(?:es|\(es\))? failed:?$/i.test(line));
  const from = said !== -1 ? lines.slice(said, said + 4) : lines.slice(named + 1);
  return from.filter((line) => line !== '').join(' ');
}

function fieldsOf(parts: readonly MimePart[], type: string): MailHeaders[] {
  return parts.filter((part) => part.type === type).flatMap((part) => fieldGroups(textOf(part)));
}

/** Returns the readable text; HTML only if there is nothing else. */
function wordsOf(parts: readonly MimePart[]): string {
  const texts = parts.filter(({ type, parts: inner }) => type === 'text/plain' && inner.length === 0);
  if (texts.length > 0) return joined(texts.map(textOf));
  const sources = parts.filter(({ type }) => type === 'text/html').map(textOf);
  const bare = sources.map((html) => html.slice(0, 4 * MAX_TEXT_LENGTH).replace(/<[^<>]{0,2000}>/g, ' '));
  return joined(bare.map((text) => text.replace(/[ \t]{2,}/g, ' ')));
}

const joined = (texts: readonly string[]): string => texts.join('\n').slice(0, MAX_TEXT_LENGTH);

function recipientsOf(headers: MailHeaders): string[] {
  const named = RECIPIENT_HEADERS.flatMap((name) => headers.all(name)).flatMap((value) => value.match(ADDRESS) ?? []);
  const received = headers.all('received').map((value) => RECEIVED_FOR.exec(value.slice(0, 2_000))?.[1]);
  return [...named, ...received.filter((address) => address !== undefined)].slice(0, MAX_ADDRESSES);
}
