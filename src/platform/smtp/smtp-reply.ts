/** The outcome of one submission attempt. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly code: string; readonly response: string }
  /** The address does not exist: permanent, the contact bounces. */
  | { readonly kind: 'bounced'; readonly code: string; readonly response: string }
  /** Refused permanently, but not because of the address. */
  | { readonly kind: 'refused'; readonly code: string; readonly response: string }
  /** Refused temporarily (4xx): counts as an attempt. */
  | { readonly kind: 'deferred'; readonly code: string; readonly response: string }
  /** A problem of the provider or of ours, not of the recipient: not counted as an attempt, and all messages wait. */
  | {
      readonly kind: 'provider_fault';
      readonly code: string;
      readonly response: string;
      /**
       * `login`: the server refused our account. `message`: a reply to RCPT TO or to the content, where a relay or a
       * proxy passes on the answer of the recipient's provider. Otherwise the server refused the connection.
       */
      readonly stage?: 'login' | 'message';
    }
  /** Canceled, or no connection was available: not started. */
  | { readonly kind: 'given_back'; readonly afterMs?: number }
  /** The connection broke before the submission: not sent. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The connection broke after the final dot: unknown. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** One text for all failed connections: details would reveal open ports of a network. */
export const NO_CONNECTION = 'no connection to the mail server: check its host, port, TLS setting and certificate';

const NO_TOKEN_ENDPOINT = 'no usable answer of the token endpoint: check oauth2.token_url';

/** Describes an outcome for API callers, with the server's reply if there was one. */
export function wordsOf(outcome: SendOutcome): string {
  if ('response' in outcome) return outcome.response;
  if (!('reason' in outcome)) return 'not sent: no connection to the mail server was free';
  if (outcome.reason.startsWith('connect: token endpoint')) return NO_TOKEN_ENDPOINT;
  return outcome.reason.startsWith('connect: ') ? NO_CONNECTION : outcome.reason;
}

/** The SMTP stage of a reply. */
export type SmtpStage = 'sender' | 'recipient' | 'data' | 'other';

type NegativeKind = 'bounced' | 'refused' | 'deferred' | 'provider_fault';

interface Reply {
  readonly status: number;
  /** `5.1.1`, if the server sends one. */
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
/** About the sender: address, name, rate, reputation, or rights. */
const ABOUT_US =
  /\b(?:spam|spamhaus|barracuda|blacklist\w*|block(?:ed|list\w*|ing)|dnsbl|rbl|reputation|policy|polic(?:y|ies)|relay\w*|denied|authenticat\w+|not verified|not authori[sz]ed|unauthori[sz]ed|spf|dkim|dmarc|ptr|reverse dns|helo|rate|throttl\w+|too many|sending (?:limit|quota)|banned|unsolicited)\b/i;
export const OUR_RATE = /\bthrottl\w+|\bsending (?:rate|limit|quota)\b|\b(?:message|daily|sending) quota exceeded\b/i;

/** Our account, our address, or our limits at the mail server that we speak to, whatever the recipient. */
export const OUR_ACCOUNT =
  /\b5\.1\.[78]\b|\bnot verified\b|\bsender address rejected\b|\brelay(?:ing)?(?: access)? (?:denied|not)|\bunable to relay\b|\bthrottling failure\b|\bmaximum sending rate\b|\bsending (?:rate|limit|quota)\b|\b(?:daily|sending) (?:user )?(?:message |sending )?(?:quota|limit)\b/i;

/** Exchange Online uses its own codes for who may write to a mailbox: they concern the recipient. */
export const CLOSED_TO_US = /^5\.7\.1(?:2[0-9]|3[0-9])$/;
const LOGIN_CODES = new Set([530, 534, 535, 538]);

/**
 * Classifies a negative reply (RFC 5321 section 4.2, enhanced codes of RFC 3463 and 7372). About the address: the contact bounces. About
 * the sender: deferred without counting an attempt. Otherwise: this email fails or is delayed.
 */
export function classifyReply(status: number, response: string, stage: SmtpStage): SendOutcome {
  const enhanced = ENHANCED.exec(response)?.[1] ?? null;
  const kind = kindOf({ status, enhanced, text: response, stage });
  const code = enhanced ?? String(status);
  if (kind !== 'provider_fault') return { kind, code, response };
  if (LOGIN_CODES.has(status)) return { kind, code, response, stage: 'login' };
  const isAboutMessage = (stage === 'recipient' || stage === 'data') && !OUR_ACCOUNT.test(response);
  return { kind, code, response, ...(isAboutMessage ? { stage: 'message' as const } : {}) };
}

function kindOf(reply: Reply): NegativeKind {
  const { status, enhanced, text, stage } = reply;
  if (status < 500) {
    // 421 closes the connection; it is not about this email.
    if (status === 421 || LOGIN_CODES.has(status)) return 'provider_fault';
    return OUR_RATE.test(text) && !FULL_MAILBOX_CODES.has(enhanced ?? '') ? 'provider_fault' : 'deferred';
  }
  if (status >= 530 && status <= 539) return 'provider_fault';
  // `5.0.0` adds nothing to the reply code.
  return enhanced === null || enhanced === '5.0.0' ? byWords(reply) : byCode(enhanced, text, stage);
}

const FULL_MAILBOX_CODES = new Set(['4.2.1', '4.2.2']);

/** By the second number of the enhanced code. */
const BY_SUBJECT: Readonly<Record<string, (enhanced: string, text: string, stage: SmtpStage) => NegativeKind>> = {
  '1': aboutAddress,
  '3': aboutSystem,
  '4': aboutRoute,
  '5': aboutSystem,
  '7': aboutPolicy,
};

function byCode(enhanced: string, text: string, stage: SmtpStage): NegativeKind {
  const [, subject = ''] = enhanced.split('.');
  // 5.2.x: the mailbox exists and is full or closed. 5.6.x: the content.
  return BY_SUBJECT[subject]?.(enhanced, text, stage) ?? 'refused';
}

function aboutAddress(enhanced: string, _text: string, stage: SmtpStage): NegativeKind {
  // 5.1.7 and 5.1.8 are about the sender address.
  if (enhanced === '5.1.7' || enhanced === '5.1.8' || stage === 'sender') return 'provider_fault';
  return enhanced === '5.1.0' && stage !== 'recipient' ? 'refused' : 'bounced';
}

function aboutRoute(enhanced: string, text: string): NegativeKind {
  // Microsoft's edge refuses unknown recipients as 5.4.1; Google uses 5.4.5 for the sender's daily limit.
  if (enhanced === '5.4.1' && /recipient address rejected/i.test(text)) return 'bounced';
  return OUR_RATE.test(text) ? 'provider_fault' : 'refused';
}

function aboutPolicy(enhanced: string, text: string, stage: SmtpStage): NegativeKind {
  if (CLOSED_TO_US.test(enhanced)) return 'refused';
  return stage === 'recipient' && UNKNOWN_PERSON.test(text) ? 'bounced' : 'provider_fault';
}

function aboutSystem(_enhanced: string, text: string, stage: SmtpStage): NegativeKind {
  // Outlook's reply for an unknown recipient.
  if (stage === 'recipient' && /mailbox unavailable/i.test(text)) return 'bounced';
  // At MAIL FROM no recipient is known, so it is about the sender; except for the size, which is about the message.
  return stage === 'sender' && !TOO_BIG.test(text) ? 'provider_fault' : 'refused';
}

/** Replies at RCPT TO about the address. */
const ADDRESS_CODES = new Set([550, 551, 553]);

function byWords({ status, text, stage }: Reply): NegativeKind {
  if (UNKNOWN_PERSON.test(text) && stage !== 'sender') return 'bounced';
  if (FULL.test(text)) return OUR_RATE.test(text) ? 'provider_fault' : 'refused';
  if (ABOUT_US.test(text)) return 'provider_fault';
  if (stage === 'sender') return TOO_BIG.test(text) || status === 552 ? 'refused' : 'provider_fault';
  return stage === 'recipient' && ADDRESS_CODES.has(status) ? 'bounced' : 'refused';
}

/** Whether a refusal counts against the address: `hard` at once, `soft` if repeated, null if unrelated. */
export function bounceTypeOf(outcome: SendOutcome): 'hard' | 'soft' | null {
  if (outcome.kind === 'bounced') return 'hard';
  if (outcome.kind !== 'refused' && outcome.kind !== 'deferred') return null;
  const { code, response } = outcome;
  if (/^[45]\.2\.[0-2]$/.test(code) || /^[45]\.4\./.test(code)) return 'soft';
  return FULL.test(response) ? 'soft' : null;
}
