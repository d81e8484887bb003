import { FIELDS, SETTABLE_NAMES } from '../contact/contact-field-catalog.js';
import { contactOf, contactShape } from './contact.shapes.js';
import { CreateContactDto } from './write-contact.dto.js';

/** Returns the documented members of a class in order. */
const documented = (target: { readonly prototype: object }): string[] =>
  (Reflect.getMetadata('swagger/apiModelPropertiesArray', target.prototype) as string[]).map((name) => name.slice(1));

const MEMBERS = Object.keys(contactShape['properties'] as object);

describe('the contact field catalog', () => {
  it('defines the members of requests in the order of error messages, with the alias Country', () => {
    const members = documented(CreateContactDto);
    expect(members.filter((name) => name !== 'Country').slice(0, SETTABLE_NAMES.length)).toEqual(SETTABLE_NAMES);
    expect(members[members.indexOf('country') + 1]).toBe('Country');
  });

  it('defines the members of responses in the order of the catalog', () => {
    const shown = FIELDS.filter(({ shown: schema }) => schema !== null).map(({ name }) => name);
    expect(MEMBERS.filter((name) => shown.includes(name))).toEqual(shown);
  });

  it('matches the order of serialized responses', () => {
    const contact = Object.fromEntries(FIELDS.map(({ member }) => [member, null]));
    const view = {
      contact: { ...contact, createdAt: new Date(0), updatedAt: new Date(0) },
      labels: { list: [], tag: [] },
    };
    const answer = JSON.parse(JSON.stringify(contactOf(view as never))) as object;
    const optional = ['custom_values', 'stats', 'companies', 'subscriptions', 'commerce_stat'];
    expect(Object.keys(answer)).toEqual(MEMBERS.filter((name) => !optional.includes(name)));
  });
});
