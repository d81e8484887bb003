import type { MachineReason, MailHit } from './evidence.js';

/**
 * Looks at the hits of one mail together.
 * @returns why each is taken for a machine's, in their order; null for a person's.
 */
export function judgeHits(hits: readonly MailHit[]): (MachineReason | null)[] {
  return hits.map((hit) => hit.reason);
}
