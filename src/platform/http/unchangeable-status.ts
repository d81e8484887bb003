/**
 * Validates a status in a write that cannot change it. Clients send back what they read; ignoring a different status would suggest that it
 * took effect.
 * @param change names the routes that change it: "PUT /funnels/{id}/status changes it".
 * @returns the error; null if the status is absent, null, or unchanged.
 */
export function statusFault(sent: unknown, present: string, change: string): string | null {
  if (sent === undefined || sent === null || sent === present) return null;
  return typeof sent === 'string' ? `is ${present}; ${change}` : `must be text; ${change}`;
}
