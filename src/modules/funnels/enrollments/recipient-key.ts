/** The key of a funnel email in the ledger; it allows one email per enrollment and step. */
export const recipientKey = (entryId: number, stepId: number | ''): string => `${entryId}:${stepId}`;

export const noticeKey = (entryId: number, stepId: number): string => `notice:${recipientKey(entryId, stepId)}`;
