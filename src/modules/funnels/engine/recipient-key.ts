/** What a mail of a funnel is called in the ledger: each step mails an entry once, whatever happens. */
export const recipientKey = (entryId: number, stepId: number | ''): string => `${entryId}:${stepId}`;

/** The same of a notice to a manager. */
export const noticeKey = (entryId: number, stepId: number): string => `notice:${recipientKey(entryId, stepId)}`;
