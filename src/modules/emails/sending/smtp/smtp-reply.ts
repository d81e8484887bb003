/** What became of one attempt to hand a mail over. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly code: string; readonly response: string }
  /** The address does not exist (5.1.x, or a plain 550 at RCPT): final, and the contact bounces. */
  | { readonly kind: 'bounced'; readonly code: string; readonly response: string }
  /** Refused for good, but not because of the address. */
  | { readonly kind: 'refused'; readonly code: string; readonly response: string }
  /** The server asks to come back later (4xx): an attempt was used. */
  | { readonly kind: 'deferred'; readonly code: string; readonly response: string }
  /** The fault is the provider's or the line's: nobody is charged, and everybody waits a little. */
  | { readonly kind: 'provider_fault'; readonly code: string; readonly response: string }
  /** It was no longer wanted when the line was there: nothing was begun. */
  | { readonly kind: 'given_back' }
  /** The line broke before the mail was handed over: it did not happen. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The line broke after the final dot: nobody knows. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** In which part of the dialogue a reply came. */
export type SmtpStage = 'recipient' | 'other';

const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Reads a negative reply (RFC 5321 section 4.2, enhanced codes of RFC 3463). Only 5.1.x says something about the
 * address; 5.7.x and 53x are about us, and a mailbox that is full or closed is no bounce of the contact.
 */
export function classifyReply(status: number, response: string, stage: SmtpStage): SendOutcome {
  const enhanced = ENHANCED.exec(response)?.[1] ?? null;
  const reply = { code: enhanced ?? String(status), response };
  if (status < 500) {
    // 421 closes the line for everybody, it says nothing about this mail.
    if (status === 421) return { kind: 'provider_fault', ...reply };
    return { kind: 'deferred', ...reply };
  }
  if (enhanced?.startsWith('5.7.') || (status >= 530 && status <= 539)) return { kind: 'provider_fault', ...reply };
  if (enhanced?.startsWith('5.1.')) return { kind: 'bounced', ...reply };
  if (enhanced === null && stage === 'recipient' && (status === 550 || status === 553))
    return { kind: 'bounced', ...reply };
  return { kind: 'refused', ...reply };
}
