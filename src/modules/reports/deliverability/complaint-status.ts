import type { ComplaintStatus } from './dto/deliverability.shapes.js';

/** Percentages of delivered emails at which large providers throttle a sender, and at which they reject its emails. */
export const COMPLAINT_THRESHOLD = { warn: 0.1, critical: 0.3 } as const;

/** Uses the exact rate: rounded to one decimal, 0.05 % would already be a warning. */
export function complaintStatus(complained: number, delivered: number): ComplaintStatus {
  if (delivered <= 0) return 'ok';
  // Per mille, because 0.1 and 0.3 have no exact double.
  const perThousand = (complained * 1_000) / delivered;
  if (perThousand >= COMPLAINT_THRESHOLD.critical * 10) return 'critical';
  return perThousand >= COMPLAINT_THRESHOLD.warn * 10 ? 'warn' : 'ok';
}
