/** Percent of what was delivered at which large mailbox providers begin to mind, and at which they refuse mails. */
export const COMPLAINT_THRESHOLD = { warn: 0.1, critical: 0.3 } as const;

export const COMPLAINT_STATUSES = ['ok', 'warn', 'critical'] as const;
export type ComplaintStatus = (typeof COMPLAINT_STATUSES)[number];

/** Judged by the true share: rounded to one decimal, 0.05 % would already be a warning. */
export function complaintStatus(complained: number, delivered: number): ComplaintStatus {
  if (delivered <= 0) return 'ok';
  // In thousands, because 0.1 and 0.3 have no exact double.
  const perThousand = (complained * 1_000) / delivered;
  if (perThousand >= COMPLAINT_THRESHOLD.critical * 10) return 'critical';
  return perThousand >= COMPLAINT_THRESHOLD.warn * 10 ? 'warn' : 'ok';
}
