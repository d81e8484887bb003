import { type Page, page, pageOf, pageQuery } from '../../../../platform/http/page.js';
import type { AddedSuppressions, SuppressionFilter, SuppressionRecord } from '../suppression-list.service.js';
import { SUPPRESSION_KINDS, type SuppressionKind } from '../suppression.entity.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';
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

const suppressionShape = s.component('SuppressionResponse', {
  id: s.integer(3),
  kind: s.oneOf(SUPPRESSION_KINDS, '`domain`: every address of the domain', 'address'),
  value: s.nullable(
    s.text('ada@example.com', 'Null for an entry of a deleted contact, of which only a hash is stored'),
  ),
  reason: s.text('manual', '`manual`, or the status of the deleted contact'),
  note: s.nullable(s.text('Requested by phone')),
  created_at: s.sqlTime(),
});

const suppressionOf = (record: SuppressionRecord) => written(suppressionShape, record);

export const suppressionsShape = s.component('SuppressionsResponse', {
  suppressions: page('SuppressionPage', suppressionShape),
});

export const suppressionsOf = (page: Page<SuppressionRecord>, url: URL) => ({
  suppressions: pageOf(page, url, suppressionOf),
});

export const suppressionsAddedShape = s.component('SuppressionsAddedResponse', {
  message: s.text('Successfully saved the suppressions.'),
  added: s.integer(1, 'Number of new entries'),
  suppressions: s.list(suppressionShape),
});

export const suppressionsAddedOf = ({ added, suppressions }: AddedSuppressions) => ({
  message: 'Successfully saved the suppressions.',
  added,
  suppressions: suppressions.map(suppressionOf),
});

export const suppressionRemovedShape = s.component('SuppressionRemovedResponse', {
  message: s.text('Successfully removed the suppression.'),
});

export const suppressionRemovedOf = () => ({ message: 'Successfully removed the suppression.' });

export const suppressionsRemovedShape = s.component('SuppressionsRemovedResponse', {
  ...suppressionRemovedShape.properties,
  removed: s.integer(1, 'Number of removed entries'),
});

export const suppressionsRemovedOf = (removed: number) => ({ ...suppressionRemovedOf(), removed });
