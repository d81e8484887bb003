import { domainName, normalizedEmail } from '../../../platform/text/email-address.js';
import type { SuppressionKind } from './suppression.entity.js';

/** A value to suppress, in the normalized form that is hashed. */
export interface SuppressedValue {
  readonly kind: SuppressionKind;
  readonly value: string;
}

/** Parses an address, a domain, or a domain as `@example.com`; returns null for anything else. */
export function suppressedValue(text: string): SuppressedValue | null {
  const entered = text.trim();
  if (entered.lastIndexOf('@') > 0) {
    const email = normalizedEmail(entered);
    return email === null ? null : { kind: 'address', value: email };
  }
  const domain = domainName(entered.replace(/^@/, ''));
  return domain === null ? null : { kind: 'domain', value: domain };
}
