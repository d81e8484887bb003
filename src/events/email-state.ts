/** The states of one message in the ledger. `apiStatus` maps them to the API. */
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

/** States that a message leaves without an operator. `unknown` needs an operator (`ON_UNKNOWN=hold`). */
export const OPEN_STATES = ['pending', 'sending', 'deferred'] as const satisfies readonly EmailState[];

export const isOpen = (state: EmailState): state is (typeof OPEN_STATES)[number] =>
  OPEN_STATES.some((open) => open === state);

/** All other states; `unknown` is one of them, although an operator still decides about it. */
export const COUNTED_STATES = EMAIL_STATES.filter((state) => !isOpen(state));

/** Submitted to the mail server, accepted or bounced: what reports count as `sent`. */
export const COUNTED_AS_SENT = ['sent', 'bounced', 'complained'] as const satisfies readonly EmailState[];

export type EmailStatus = 'pending' | 'processing' | Exclude<EmailState, 'sending' | 'deferred'>;

const WIRE: Partial<Record<EmailState, EmailStatus>> = { sending: 'processing', deferred: 'pending' };

export const apiStatus = (state: EmailState): EmailStatus => WIRE[state] ?? (state as EmailStatus);

/** The ledger states behind one API status. */
export function statesOf(status: EmailStatus): readonly EmailState[] {
  return EMAIL_STATES.filter((state) => apiStatus(state) === status);
}

export const EMAIL_STATUSES = [...new Set(EMAIL_STATES.map(apiStatus))];

/**
 * How a recipient opted out: one-click (RFC 8058), public page, preference center, email to the List-Unsubscribe address, or feedback of an
 * email service provider.
 */
export const OPT_OUT_METHODS = ['one_click', 'page', 'preferences', 'mailto', 'provider'] as const;
export type OptOutMethod = (typeof OPT_OUT_METHODS)[number];

export const SOURCE_TYPES = ['campaign', 'funnel', 'single'] as const;

/** The source of an email. The email module knows nothing else about campaigns and funnels. */
export type EmailSource = Readonly<{ type: (typeof SOURCE_TYPES)[number]; id: number }>;

/** Returns a source as text, for maps and logs. */
export const sourceKey = ({ type, id }: EmailSource): string => `${type}:${id}`;

const system = (id: number): EmailSource => ({ type: 'single', id });

/** The sources of system emails by audience. */
export const SYSTEM_SOURCES = { opt_in: system(1), asked: system(2), staff: system(3), readers: system(4) };

/** The sources of notifications and report emails: their results are no events and in no report. */
export const STAFF_SOURCES: readonly EmailSource[] = [SYSTEM_SOURCES.staff, SYSTEM_SOURCES.readers];

export const isAnnounced = ({ type, id }: EmailSource): boolean =>
  !STAFF_SOURCES.some((one) => one.type === type && one.id === id);

/** The source of single emails through the `SMTP_URL` server; sources before it send system emails. */
const FIRST_SINGLE_SOURCE = 1_000;

/** Returns the source of the single emails of a sender; null is the `SMTP_URL` server. */
export const singleSource = (senderId: number | null): EmailSource => ({
  type: 'single',
  id: FIRST_SINGLE_SOURCE + (senderId ?? 0),
});

export const isSingle = ({ type, id }: EmailSource): boolean => type === 'single' && id >= FIRST_SINGLE_SOURCE;

/** The SQL condition that an email `m` is tracked: any other is neither opened nor unopened. */
export const IS_TRACKED = 'NOT m.tracked <=> 0';
