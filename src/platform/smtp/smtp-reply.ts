import { meaningOf, type RefusalMeaning } from './refusal-meaning.js';

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
      /** `login`: it refused our account. `message`: it may pass on the answer of a provider. Else it refused the connection. */
      readonly stage?: 'login' | 'message';
    }
  /** Canceled, or no connection was available: not started. */
  | { readonly kind: 'given_back'; readonly afterMs?: number }
  /** The connection broke before the submission: not sent. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The connection broke after the final dot: unknown. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** One text for all failed connections: details would reveal open ports of a network. */
const NO_CONNECTION = 'no connection to the mail server: check its host, port, TLS setting and certificate';

const UNTRUSTED =
  'the certificate of the mail server was issued by an unknown authority: NODE_EXTRA_CA_CERTS adds authorities';
/** By the codes of OpenSSL and Node.js, and our own one. */
const TLS_PROBLEMS: Readonly<Record<string, string>> = {
  ENOTLS:
    'the mail server does not offer STARTTLS, and a login must not be sent unencrypted: use another port or `secure`',
  CERT_HAS_EXPIRED: 'the certificate of the mail server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the mail server is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the mail server is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

const NO_TOKEN_ENDPOINT = 'no usable answer of the token endpoint: check oauth2.token_url';

/** Describes an outcome for API callers, with the server's reply if there was one. */
export function wordsOf(outcome: SendOutcome): string {
  if ('response' in outcome) return outcome.response;
  if (!('reason' in outcome)) return 'not sent: no connection to the mail server was free';
  if (outcome.reason.startsWith('connect: token endpoint')) return NO_TOKEN_ENDPOINT;
  const [, code] = /^connect: (\w+)/.exec(outcome.reason) ?? [];
  return code === undefined ? outcome.reason : (TLS_PROBLEMS[code] ?? NO_CONNECTION);
}

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

/** About the size of the email, not of the mailbox. */
const TOO_BIG =
  /\b(?:message|mail|e-?mail|content|size|body)\b[^.;]{0,40}?\b(?:size|length|too (?:large|big|long))\b|\btoo (?:large|big|long)\b|\bmaximum (?:permitted )?size\b/i;
export const OUR_RATE = /\bthrottl\w+|\bsending (?:rate|limit|quota)\b|\b(?:message|daily|sending) quota exceeded\b/i;

/** Our account, our address, or our limits at the mail server that we speak to, whatever the recipient. */
export const OUR_ACCOUNT =
  /\b5\.1\.[78]\b|\bnot verified\b|\bsender address rejected\b|\brelay(?:ing)?(?: access)? (?:denied|not)|\bunable to relay\b|\bthrottling failure\b|\bmaximum sending rate\b|\bsending (?:rate|limit|quota)\b|\b(?:daily|sending) (?:user )?(?:message |sending )?(?:quota|limit)\b/i;

/** Exchange Online uses its own codes for who may write to a mailbox: they concern the recipient. */
export const CLOSED_TO_US = /^5\.7\.1(?:2[0-9]|3[0-9])$/;
const MAILBOX_UNAVAILABLE = /mailbox unavailable/i;
const LOGIN_CODES = new Set([530, 534, 535, 538]);

/** Classifies a negative reply (RFC 5321 section 4.2, enhanced codes of RFC 3463 and 7372). */
export function classifyReply(status: number, response: string, stage: SmtpStage): SendOutcome {
  const enhanced = ENHANCED.exec(response)?.[1] ?? null;
  const kind = kindOf({ status, enhanced, text: response, stage });
  const code = enhanced ?? String(status);
  if (kind !== 'provider_fault') return { kind, code, response };
  if (LOGIN_CODES.has(status)) return { kind, code, response, stage: 'login' };
  const isAboutMessage = (stage === 'recipient' || stage === 'data') && !OUR_ACCOUNT.test(response);
  return { kind, code, response, ...(isAboutMessage ? { stage: 'message' as const } : {}) };
}

const FULL_MAILBOX_CODES = new Set(['4.2.1', '4.2.2']);
/** Replies at RCPT TO about the address. */
const ADDRESS_CODES = new Set([550, 551, 553]);

interface JudgedReply extends Reply {
  readonly meaning: RefusalMeaning | null;
  readonly isTooBig: boolean;
  readonly isTemporary: boolean;
  readonly isAtRecipient: boolean;
  /** `5.0.0` adds nothing to the reply code. */
  readonly isWithoutCode: boolean;
}

/** What a refusal is about: the first row that fits decides. Stage and text come before the codes, which servers often choose wrongly. */
const DECISIONS: readonly (readonly [NegativeKind, (reply: JudgedReply) => boolean])[] = [
  // 421 closes the connection; it is not about this email.
  ['provider_fault', ({ status }) => status === 421 || LOGIN_CODES.has(status) || (status >= 530 && status <= 539)],
  // No recipient is known yet, so it is about the server or us; except for the size, which is about the email.
  ['provider_fault', ({ stage, isTooBig, status }) => stage === 'sender' && !isTooBig && status !== 552],
  ['deferred', ({ stage, isTemporary }) => stage === 'sender' && isTemporary],
  ['refused', ({ stage }) => stage === 'sender'],
  [
    'provider_fault',
    ({ isTemporary, text, enhanced }) => isTemporary && OUR_RATE.test(text) && !FULL_MAILBOX_CODES.has(enhanced ?? ''),
  ],
  ['deferred', ({ isTemporary }) => isTemporary],
  ['refused', ({ isTooBig, enhanced }) => isTooBig || CLOSED_TO_US.test(enhanced ?? '')],
  ['provider_fault', ({ meaning }) => meaning === 'us'],
  ['refused', ({ meaning }) => meaning === 'full'],
  ['bounced', ({ meaning }) => meaning === 'unknown'],
  // Outlook's reply for an unknown recipient.
  [
    'bounced',
    ({ isAtRecipient, text, enhanced }) => isAtRecipient && MAILBOX_UNAVAILABLE.test(text) && enhanced !== '5.2.1',
  ],
  [
    'bounced',
    ({ isWithoutCode, isAtRecipient, status }) => isWithoutCode && isAtRecipient && ADDRESS_CODES.has(status),
  ],
  ['refused', ({ isWithoutCode }) => isWithoutCode],
  ['provider_fault', ({ enhanced }) => /^5\.1\.[78]$|^5\.7\./.test(enhanced ?? '')],
  ['refused', ({ enhanced, isAtRecipient }) => enhanced === '5.1.0' && !isAtRecipient],
  ['bounced', ({ enhanced }) => enhanced?.startsWith('5.1.') === true],
];

function kindOf(reply: Reply): NegativeKind {
  const { status, enhanced, text, stage } = reply;
  const meaning = meaningOf(text);
  const judged: JudgedReply = {
    ...reply,
    meaning,
    isTooBig: meaning !== 'full' && TOO_BIG.test(text),
    isTemporary: status < 500,
    isAtRecipient: stage === 'recipient',
    isWithoutCode: enhanced === null || enhanced === '5.0.0',
  };
  return DECISIONS.find(([, fits]) => fits(judged))?.[0] ?? 'refused';
}

/** Whether a refusal counts against the address: `hard` at once, `soft` if repeated, null if unrelated. */
export function bounceTypeOf(outcome: SendOutcome): 'hard' | 'soft' | null {
  if (outcome.kind === 'bounced') return 'hard';
  if (outcome.kind !== 'refused' && outcome.kind !== 'deferred') return null;
  const { code, response } = outcome;
  if (/^[45]\.2\.[0-2]$/.test(code) || /^[45]\.4\./.test(code)) return 'soft';
  return meaningOf(response) === 'full' ? 'soft' : null;
}
