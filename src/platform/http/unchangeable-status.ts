/**
 * A status that has routes of its own, in a write that cannot change it. Clients send back what they have read; a different
 * one is never ignored, or they would believe that it had taken effect.
 * @param change says which routes change it: "PUT /funnels/{id}/status changes it".
 * @returns what is wrong; null for a status that is absent, null or the present one.
 */
export function statusFault(sent: unknown, present: string, change: string): string | null {
  if (sent === undefined || sent === null || sent === present) return null;
  return typeof sent === 'string' ? `is ${present}; ${change}` : `must be text; ${change}`;
}
