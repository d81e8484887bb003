import { pageQuery } from '../../../../platform/http/page.js';
import type { SuppressionFilter } from '../suppression-list.service.js';
import { SUPPRESSION_KINDS, type SuppressionKind } from '../suppression.entity.js';
import { invalidParam, ValidationErrors } from '../../../../platform/errors/app-error.js';
import { EmailAddress, OneOf, Text, Texts } from '../../../../platform/http/dto-fields.js';
import { emailFault } from '../../../../platform/text/email-address.js';
import { type SuppressedValue, suppressedValue } from '../suppressions.service.js';

const faultOf = (text: string): string => `${emailFault(text)} or a domain`;

export class ListSuppressionsDto extends pageQuery(15) {
  @OneOf(SUPPRESSION_KINDS, { description: 'Only addresses or only domains' }) kind?: SuppressionKind;
  @Text({ description: 'Exact address or domain', example: 'ada@example.com' }) value?: string;

  toFilter(): SuppressionFilter {
    return { kind: this.kind ?? null, value: this.value === undefined ? null : read('value', this.value) };
  }
}

export class RemoveSuppressionDto {
  @Text({ required: true, description: 'An address or a domain', example: 'ada@example.com' }) value!: string;

  toValue(): SuppressedValue {
    return read('value', this.value);
  }
}

/** Runnable examples. */
export const SUPPRESSION_EXAMPLES = {
  address: { summary: 'Suppress an address', value: { email: 'eve@example.com', note: 'Requested by phone' } },
  domain: { summary: 'Suppress a domain', value: { domain: 'example.org' } },
  several: {
    summary: 'Suppress several',
    value: { values: ['eve@example.com', 'mallory@example.com', 'example.net'] },
  },
};

export class AddSuppressionsDto {
  @EmailAddress({ description: 'An address', example: 'ada@example.com' }) email?: string;
  @Text({ description: 'A domain: all of its addresses, but not those of subdomains', example: 'example.org' })
  domain?: string;
  @Texts({ description: 'Addresses and domains', example: ['ada@example.com', 'example.org'] }) values?: string[];
  @Text({ nullable: true, description: 'The reason, as free text', example: 'Requested by phone' })
  note?: string | null;

  toValues(): SuppressedValue[] {
    const faults = new ValidationErrors();
    const entered = [
      ...(this.email === undefined ? [] : [['email', this.email] as const]),
      ...(this.domain === undefined ? [] : [['domain', this.domain.replace(/^@?/, '@')] as const]),
      ...(this.values ?? []).map((value, index) => [`values.${index}`, value] as const),
    ];
    if (entered.length === 0) faults.add('values', 'is required');
    const values = entered.map(([field, text]) => {
      const value = suppressedValue(text);
      if (value === null) faults.add(field, field === 'domain' ? 'must be a domain' : faultOf(text));
      return value;
    });
    faults.throwIfAny();
    return values.filter((value) => value !== null);
  }
}

function read(field: string, text: string): SuppressedValue {
  const value = suppressedValue(text);
  if (value) return value;
  throw invalidParam(field, faultOf(text));
}
