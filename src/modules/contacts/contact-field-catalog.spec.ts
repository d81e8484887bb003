import { getMetadataArgsStorage } from 'typeorm';
import { ERASED_FIELDS, FIELDS, SETTABLE, SETTABLE_NAMES } from './contact-field-catalog.js';
import { Contact } from './contact.entity.js';

describe('the catalog of the fields of a contact', () => {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === Contact);

  it('has the columns of the entity, in its order', () => {
    expect(FIELDS.map(({ member, name }) => [member, name])).toEqual(
      columns.map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
    );
  });

  it('calls those required that the database wants', () => {
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

  it('names what callers may set in the order that messages have', () => {
    expect(SETTABLE_NAMES.slice(0, 7)).toEqual([
      ...['email', 'status', 'first_name', 'last_name', 'full_name', 'user_id', 'contact_type'],
    ]);
    expect(SETTABLE.map(({ name }) => name)).not.toContain('hash');
  });
});
