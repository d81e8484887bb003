import { AppError } from '../../../../platform/errors/app-error.js';
import { Faults } from '../../../../platform/errors/faults.js';
import { EmailAddress, OneOf, Text, Texts } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import { type SuppressedValue, suppressedValue } from '../suppressed-value.js';
import type { SuppressionFilter } from '../suppression-list.service.js';
import { SUPPRESSION_KINDS, type SuppressionKind } from '../suppression.entity.js';

const REASON = 'must be one e-mail address or a domain';

export class ListSuppressionsDto extends pageQuery(15) {
  @OneOf(SUPPRESSION_KINDS, { description: 'Only addresses, or only domains' }) kind?: SuppressionKind;
  @Text({ description: 'Exactly this address or domain', example: 'ada@example.com' }) value?: string;

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

/** Bodies that can be sent as they are. */
export const SUPPRESSION_EXAMPLES = {
  address: { summary: 'An address', value: { email: 'eve@example.com', note: 'asked for it on the phone' } },
  domain: { summary: 'A domain', value: { domain: 'example.org' } },
  several: { summary: 'Several', value: { values: ['eve@example.com', 'mallory@example.com', 'example.net'] } },
};

export class AddSuppressionsDto {
  @EmailAddress({ description: 'An address', example: 'ada@example.com' }) email?: string;
  @Text({ description: 'A domain: every address of it, but not those of its subdomains', example: 'example.org' })
  domain?: string;
  @Texts({ description: 'Addresses and domains', example: ['ada@example.com', 'example.org'] }) values?: string[];
  @Text({ nullable: true, description: 'Why; for people to read', example: 'asked for it on the phone' })
  note?: string | null;

  /** @throws AppError rest_invalid_param naming every value that is neither. */
  toValues(): SuppressedValue[] {
    const faults = new Faults();
    const entered = [
      ...(this.email === undefined ? [] : [['email', this.email] as const]),
      ...(this.domain === undefined ? [] : [['domain', this.domain.replace(/^@?/, '@')] as const]),
      ...(this.values ?? []).map((value, index) => [`values.${index}`, value] as const),
    ];
    if (entered.length === 0) faults.add('values', 'is required');
    const values = entered.map(([field, text]) => {
      const value = suppressedValue(text);
      if (value === null) faults.add(field, field === 'domain' ? 'must be a domain' : REASON);
      return value;
    });
    faults.throwIfAny();
    return values.filter((value) => value !== null);
  }
}

/** @throws AppError rest_invalid_param */
function read(field: string, text: string): SuppressedValue {
  const value = suppressedValue(text);
  if (value) return value;
  throw new AppError('rest_invalid_param', `Invalid parameter: ${field}`, { data: { params: { [field]: REASON } } });
}
