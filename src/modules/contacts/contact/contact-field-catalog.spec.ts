import { SnakeCaseNames } from '../../../platform/database/data-source-options.js';
import { getMetadataArgsStorage } from 'typeorm';
import { ERASED_FIELDS, FIELDS, SETTABLE, SETTABLE_NAMES } from './contact-field-catalog.js';
import { Contact } from './contact.entity.js';

describe('the contact field catalog', () => {
  const names = new SnakeCaseNames();
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === Contact);

  it('has the columns of the entity in the same order', () => {
    expect(FIELDS.map(({ member, name }) => [member, name])).toEqual(
      columns.map(({ propertyName, options }) => [propertyName, names.columnName(propertyName, options.name, [])]),
    );
  });

  it('marks the fields required that the database requires', () => {
    const nullable = columns.filter(({ options }) => options.nullable === true).map(({ propertyName }) => propertyName);
    expect(FIELDS.filter(({ isRequired }) => isRequired !== true).map(({ member }) => member)).toEqual(nullable);
  });

  it('erases every optional field that it does not keep on purpose', () => {
    const kept = FIELDS.filter(({ erasure, isRequired }) => erasure === 'kept' && isRequired !== true);
    expect(kept.map(({ name }) => name)).toEqual(['country']);
    expect(ERASED_FIELDS).toEqual(
      FIELDS.filter(({ isRequired, name }) => isRequired !== true && name !== 'country').map(({ member }) => member),
    );
  });

  it('lists the settable fields in the order of error messages', () => {
    expect(SETTABLE_NAMES.slice(0, 7)).toEqual([
      ...['email', 'status', 'first_name', 'last_name', 'full_name', 'user_id', 'contact_type'],
    ]);
    expect(SETTABLE.map(({ name }) => name)).not.toContain('hash');
  });
});
