import type { Keys } from '../../../platform/secrets/keys.js';

/**
 * The same for every attempt at the same ledger row, so that a receiver can tell a repeat; unguessable, because bounce
 * handling trusts it.
 */
export function messageIdOf(keys: Keys, emailId: number, publicUrl: string): string {
  const mac = keys.hmac('public-links', `message-id:${emailId}`).toString('hex').slice(0, 24);
  return `<${emailId.toString(36)}.${mac}@${new URL(publicUrl).hostname}>`;
}
