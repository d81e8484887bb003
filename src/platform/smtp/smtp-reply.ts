/** What became of one attempt to hand a mail over. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly code: string; readonly response: string }
  /** The address does not exist: final, and the contact bounces. */
  | { readonly kind: 'bounced'; readonly code: string; readonly response: string }
  /** Refused for good, but not because of the address. */
  | { readonly kind: 'refused'; readonly code: string; readonly response: string }
  /** The server asks to come back later (4xx): an attempt was used. */
  | { readonly kind: 'deferred'; readonly code: string; readonly response: string }
  /** The fault is the provider's or ours, and not the recipient's: nobody is charged, and everybody waits a little. */
  | {
      readonly kind: 'provider_fault';
      readonly code: string;
      readonly response: string;
      /** Where it was refused, when that was before any mail. */
      readonly stage?: 'login';
    }
  /** It was no longer wanted when the line was there, or found no place: nothing was begun. */
  | { readonly kind: 'given_back'; readonly afterMs?: number }
  /** The line broke before the mail was handed over: it did not happen. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The line broke after the final dot: nobody knows. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** One text for every failed connection: how it failed would tell callers which ports of a network are open. */
const NO_CONNECTION = 'no connection to the mail server: check its host, port, TLS setting and certificate';

/** Returns an outcome in words for API callers: those of the server, where it said any. */
export function wordsOf(outcome: SendOutcome): string {
  if ('response' in outcome) return outcome.response;
  if (!('reason' in outcome)) return 'not sent: the mail server had no time for it';
  return outcome.reason.startsWith('connect: ') ? NO_CONNECTION : outcome.reason;
}

/** In which part of the dialogue a reply came. */
export type SmtpStage = 'sender' | 'recipient' | 'data' | 'other';

type NegativeKind = 'bounced' | 'refused' | 'deferred' | 'provider_fault';

interface Reply {
  readonly status: number;
  /** `5.1.1`, when the server gives one. */
  readonly enhanced: string | null;
  readonly text: string;
  readonly stage: SmtpStage;
}

const ENHANCED = /^\d{3}[ -]#?([45]\.\d{1,3}\.\d{1,3})\b/;

const UNKNOWN_PERSON =
  /\b(?:user|recipient|mailbox|account|address|person|alias|customer)\b[^.;]{0,60}?\b(?:unknown|not found|not known|(?:does ?n[o']t|do(?:es)? not) exist|not exist|invalid|is not valid|rejected: undeliverable)\b|\b(?:no such|unknown|invalid|non-?existent|unrouteable|bad destination)\b[^.;]{0,30}?\b(?:user|recipient|mailbox|account|address|person|alias|domain)\b|\bno mailbox\b|\bno such \w+ here\b|\bdoes ?n[o']t have an? [\w.]+ account\b/i;
const FULL =
  /\b(?:quota|mailbox (?:is )?full|full mailbox|over ?quota|storage (?:allocation|limit)|insufficient storage)\b/i;
const TOO_BIG = /\b(?:size|too (?:large|big|long))\b/i;
/** About us: our address, our name, our rate, our reputation, our rights. */
const ABOUT_US =
  /\b(?:spam|spamhaus|barracuda|blacklist\w*|block(?:ed|list\w*|ing)|dnsbl|rbl|reputation|policy|polic(?:y|ies)|relay\w*|denied|authenticat\w+|not verified|not authori[sz]ed|unauthori[sz]ed|spf|dkim|dmarc|ptr|reverse dns|helo|rate|throttl\w+|too many|sending (?:limit|quota)|banned|unsolicited)\b/i;
const OUR_RATE = /\bthrottl\w+|\bsending (?:rate|limit|quota)\b|\b(?:message|daily|sending) quota exceeded\b/i;

/** Exchange Online names who may write to a mailbox by codes of its own: that is about this recipient, not about us. */
const CLOSED_TO_US = /^5\.7\.1(?:2[0-9]|3[0-9])$/;
const LOGIN_CODES = new Set([530, 534, 535, 538]);

/**
 * Reads a negative reply (RFC 5321 section 4.2, enhanced codes of RFC 3463 and 7372). What it says about the address
 * bounces the contact; what it says about us is deferred uncharged; the rest ends or delays this mail alone.
 */
export function classifyReply(status: number, response: string, stage: SmtpStage): SendOutcome {
  const enhanced = ENHANCED.exec(response)?.[1] ?? null;
  const kind = kindOf({ status, enhanced, text: response, stage });
  const code = enhanced ?? String(status);
  if (kind === 'provider_fault' && LOGIN_CODES.has(status)) return { kind, code, response, stage: 'login' };
  return { kind, code, response };
}

function kindOf(reply: Reply): NegativeKind {
  const { status, enhanced, text, stage } = reply;
  if (status < 500) {
    // 421 closes the line for everybody, it says nothing about this mail.
    if (status === 421 || LOGIN_CODES.has(status)) return 'provider_fault';
    return OUR_RATE.test(text) && !FULL_MAILBOX_CODES.has(enhanced ?? '') ? 'provider_fault' : 'deferred';
  }
  if (status >= 530 && status <= 539) return 'provider_fault';
  // `5.0.0` says no more than the number before it.
  return enhanced === null || enhanced === '5.0.0' ? byWords(reply) : byCode(enhanced, text, stage);
}

const FULL_MAILBOX_CODES = new Set(['4.2.1', '4.2.2']);

function byCode(enhanced: string, text: string, stage: SmtpStage): NegativeKind {
  const [, subject] = enhanced.split('.');
  switch (subject) {
    case '1':
      // 5.1.7 and 5.1.8 are about the address that we send from.
      if (enhanced === '5.1.7' || enhanced === '5.1.8' || stage === 'sender') return 'provider_fault';
      return enhanced === '5.1.0' && stage !== 'recipient' ? 'refused' : 'bounced';
    case '4':
      // Microsoft's edge refuses unknown recipients as 5.4.1, Google our own daily limit as 5.4.5.
      if (enhanced === '5.4.1' && /recipient address rejected/i.test(text)) return 'bounced';
      return OUR_RATE.test(text) ? 'provider_fault' : 'refused';
    case '7':
      if (CLOSED_TO_US.test(enhanced)) return 'refused';
      return stage === 'recipient' && UNKNOWN_PERSON.test(text) ? 'bounced' : 'provider_fault';
    case '3':
    case '5':
      // Outlook's way to say that there is nobody.
      if (stage === 'recipient' && /mailbox unavailable/i.test(text)) return 'bounced';
      // At MAIL FROM nobody has been named yet, so it is about us; save the size, which is about the mail.
      return stage === 'sender' && !TOO_BIG.test(text) ? 'provider_fault' : 'refused';
    default:
      // 5.2.x: the mailbox exists and is full or closed. 5.6.x: the content.
      return 'refused';
  }
}

function byWords({ status, text, stage }: Reply): NegativeKind {
  if (UNKNOWN_PERSON.test(text) && stage !== 'sender') return 'bounced';
  if (FULL.test(text)) return OUR_RATE.test(text) ? 'provider_fault' : 'refused';
  if (ABOUT_US.test(text)) return 'provider_fault';
  if (stage === 'sender') return TOO_BIG.test(text) || status === 552 ? 'refused' : 'provider_fault';
  return stage === 'recipient' && (status === 550 || status === 551 || status === 553) ? 'bounced' : 'refused';
}

/**
 * Whether a mail that did not arrive speaks against the address: `hard` at once, `soft` when it happens again and again.
 * Null when it says nothing about it.
 */
export function bounceTypeOf(outcome: SendOutcome): 'hard' | 'soft' | null {
  if (outcome.kind === 'bounced') return 'hard';
  if (outcome.kind !== 'refused' && outcome.kind !== 'deferred') return null;
  const { code, response } = outcome;
  if (/^[45]\.2\.[0-2]$/.test(code) || /^[45]\.4\./.test(code)) return 'soft';
  return FULL.test(response) ? 'soft' : null;
}
