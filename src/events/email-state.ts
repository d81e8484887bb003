/** What can become of one message. The ledger's own words; `wireStatus` is what the API says. */
export const EMAIL_STATES = [
  'pending',
  'sending',
  'sent',
  'deferred',
  'failed',
  'bounced',
  'complained',
  'skipped',
  'unknown',
  'cancelled',
] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** States that a message still leaves by itself. `unknown` is left by a person (`ON_UNKNOWN=hold`). */
export const OPEN_STATES = ['pending', 'sending', 'deferred'] as const satisfies readonly EmailState[];

/** Handed to the mail server, accepted or refused at the recipient: what reports call `sent`. */
export const COUNTED_AS_SENT = ['sent', 'bounced', 'complained'] as const satisfies readonly EmailState[];

export type EmailStatus = 'pending' | 'processing' | Exclude<EmailState, 'sending' | 'deferred'>;

const WIRE: Partial<Record<EmailState, EmailStatus>> = { sending: 'processing', deferred: 'pending' };

export function wireStatus(state: EmailState): EmailStatus {
  return WIRE[state] ?? (state as EmailStatus);
}

/** The ledger states behind one status of the API. */
export function statesOf(status: EmailStatus): readonly EmailState[] {
  return EMAIL_STATES.filter((state) => wireStatus(state) === status);
}

export const EMAIL_STATUSES = [...new Set(EMAIL_STATES.map(wireStatus))];

/**
 * How a reader opted out by a mail: by a button of the mail program (RFC 8058), on our page, in the preference centre, by
 * answering to the address in the header, or by a service that sends for us.
 */
export const OPT_OUT_METHODS = ['one_click', 'page', 'preferences', 'mailto', 'provider'] as const;
export type OptOutMethod = (typeof OPT_OUT_METHODS)[number];

export const SOURCE_TYPES = ['campaign', 'funnel', 'single'] as const;

/** Who asked for a mail. Emails never know more about campaigns and funnels than this. */
export interface EmailSource {
  readonly type: (typeof SOURCE_TYPES)[number];
  readonly id: number;
}
