/**
 * Refuses a changed status in a write that cannot change it: ignoring it would suggest that it took effect.
 * @param change names the routes that change it: "PUT /funnels/{id}/status changes it".
 */
export function statusFault(sent: unknown, present: string, change: string): string | null {
  if (sent === undefined || sent === null || sent === present) return null;
  return typeof sent === 'string' ? `is ${present}; ${change}` : `must be text; ${change}`;
}
