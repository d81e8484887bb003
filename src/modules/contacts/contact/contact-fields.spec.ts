import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { isReservedSlug } from '../../custom-fields/custom-field.entity.js';
import { Contact } from './contact.entity.js';
import { type RawContact, differences, fullName, readFields, apiName } from './contact-fields.js';

describe('contact fields', () => {
  const rules = { contactTypes: ['lead', 'customer'], today: '2026-06-15' };
  const read = (raw: RawContact): unknown => {
    const faults = new ValidationErrors();
    const fields = readFields(raw, rules, faults);
    faults.throwIfAny();
    return fields;
  };
  const faultsOf = (raw: RawContact): unknown => {
    const faults = new ValidationErrors();
    readFields(raw, rules, faults);
    try {
      faults.throwIfAny();
    } catch (error) {
      return (error as { options: { data: { params: unknown } } }).options.data.params;
    }
    return {};
  };

  it('are trimmed, and cleared by null and blanks', () => {
    expect(read({ first_name: ' Ada\u00a0', last_name: null, city: '  ' })).toEqual({
      firstName: 'Ada',
      lastName: null,
      city: null,
    });
  });

  it('contain only what was sent', () => {
    expect(read({})).toEqual({});
    expect(read({ phone: undefined })).toEqual({});
  });

  it('accept the alias `Country`, unless `country` is present', () => {
    expect(read({ Country: 'france' })).toEqual({ country: 'FR' });
    expect(read({ country: 'DE', Country: 'nonsense' })).toEqual({ country: 'DE' });
  });

  it.each([
    [{ full_name: 'Ada' }, { firstName: 'Ada', lastName: null }],
    [{ full_name: ' Ada  de Lovelace ' }, { firstName: 'Ada', lastName: 'de Lovelace' }],
    [{ full_name: 'Ada Lovelace', first_name: 'Eve' }, { firstName: 'Eve' }],
    [{ full_name: '' }, {}],
    [{ full_name: null }, {}],
  ])('split the full name in %j', (raw, fields) => {
    expect(read(raw)).toEqual(fields);
  });

  it.each(['Eve\r\nBcc: evil@example.com', 'Eve\u0000', 'Eve\u2028x'])('T35 refuse a name such as %j', (name) => {
    const reason = 'must not hold line breaks or control characters';
    expect(faultsOf({ first_name: name, last_name: name })).toEqual({ first_name: reason, last_name: reason });
  });

  it('measure characters, not code units', () => {
    expect(read({ first_name: '🎉'.repeat(190) })).toEqual({ firstName: '🎉'.repeat(190) });
    expect(faultsOf({ first_name: '🎉'.repeat(191) })).toEqual({
      first_name: 'must be at most 190 characters long',
    });
  });

  it.each([
    ['email', [null, '', 7, 'x', 'a@b'], ['Ada@Example.com']],
    ['status', [null, '', 'Subscribed', 'happy', 1], ['pending']],
    ['user_id', [0, -1, 1.5, 'x', 4_294_967_296, true], [1, '12', null, '']],
    ['contact_type', [null, '', 'king'], ['customer']],
    ['country', ['Atlantis', 5], ['deu', '', null]],
    ['date_of_birth', ['2026-06-15', '2030-01-01', '1990-02-30', '0999-12-31', 'x', 5], ['2026-06-14', '', null]],
    ['photo', ['javascript:x', 'x', `https://example.com/${'a'.repeat(2_048)}`], ['https://example.com/a.png', null]],
    [
      'paused_until',
      [5, 'soon', '2026-02-30', '0999-12-31', '9999-12-31T23:59:59-01:00'],
      ['2026-09-01 00:00:00', '2026-09-01T02:00:00+02:00', '', null],
    ],
    ['phone', [[], {}, 'x'.repeat(191)], ['+1', 491_234, true, '', null]],
  ] as const)('validate %s', (field, bad, good) => {
    for (const value of bad) expect(Object.keys(faultsOf({ [field]: value }) as object)).toEqual([field]);
    for (const value of good) expect(faultsOf({ [field]: value })).toEqual({});
  });

  it('differ only where the value differs', () => {
    const pausedUntil = new Date('2026-09-01T00:00:00Z');
    const contact = Object.assign(new Contact(), { firstName: 'Ada', city: null, userId: 5, pausedUntil });
    expect(differences(contact, { pausedUntil: new Date(pausedUntil) })).toEqual({});
    expect(differences(contact, { pausedUntil: null })).toEqual({ pausedUntil: null });
    expect(differences(contact, { firstName: 'Ada', city: 'Rome', userId: null })).toEqual({
      city: 'Rome',
      userId: null,
    });
  });

  it('have wire names', () => {
    expect(['firstName', 'addressLine1', 'country', 'dateOfBirth'].map(apiName)).toEqual([
      'first_name',
      'address_line_1',
      'country',
      'date_of_birth',
    ]);
  });

  it('form the full name from the known parts', () => {
    expect(fullName({ firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada Lovelace');
    expect(fullName({ firstName: null, lastName: 'Lovelace' })).toBe('Lovelace');
    expect(fullName({ firstName: null, lastName: null })).toBe('');
  });

  it('are reserved, so that no custom field can shadow one', () => {
    const fields = readFields(
      { email: 'a@b.cc', status: 'pending', first_name: 'a', last_name: 'b', user_id: 1, contact_type: 'lead' },
      rules,
      new ValidationErrors(),
    );
    for (const column of Object.keys(fields)) expect(isReservedSlug(apiName(column))).toBe(true);
    for (const name of ['phone', 'addressLine1', 'addressLine2', 'postalCode', 'dateOfBirth', 'photo', 'pausedUntil'])
      expect(isReservedSlug(apiName(name))).toBe(true);
  });
});
