import { domainToASCII } from 'node:url';
import { domainName } from '../../../platform/text/domain-name.js';
import { normalisedEmail } from '../../../platform/text/email-address.js';
import type { SuppressionKind } from './suppression.entity.js';

/** What is to be suppressed, in the one spelling that is hashed. */
export interface SuppressedValue {
  readonly kind: SuppressionKind;
  readonly value: string;
}

const ASCII = /^[ -~]*$/;

/** Reads what a person enters: an address, a domain, or a domain as `@example.com`. Null for anything else. */
export function suppressedValue(text: string): SuppressedValue | null {
  const entered = text.trim();
  if (entered.lastIndexOf('@') > 0) {
    const email = normalisedEmail(entered);
    return email === null ? null : { kind: 'address', value: email };
  }
  const domain = domainName(entered.replace(/^@/, ''));
  return domain === null ? null : { kind: 'domain', value: domain };
}

/** The domain of a normalised address as domains are suppressed: it may be written in letters of any script. */
export function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return ASCII.test(domain) ? domain : domainToASCII(domain) || domain;
}
