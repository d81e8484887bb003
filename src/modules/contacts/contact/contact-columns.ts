import { FIELDS } from './contact-field-catalog.js';
import type { Contact } from './contact.entity.js';

/** Column names by member of `Contact`, for plain SQL. */
export const CONTACT_COLUMNS = Object.fromEntries(FIELDS.map(({ member, name }) => [member, name])) as Readonly<
  Record<keyof Contact, string>
>;

/** Returns a contact by column names, as the database returns it. */
export const rowOf = (contact: Contact): Readonly<Record<string, unknown>> =>
  Object.fromEntries(FIELDS.map(({ member, name }) => [name, contact[member]]));

/** Selects all columns of the contact `c` under their member names. */
export const WHOLE_CONTACT = selected(FIELDS.map(({ member }) => member));

/** The same without the search text. */
export const SHOWN_CONTACT = selected(FIELDS.map(({ member }) => member).filter((member) => member !== 'searchText'));

function selected(members: readonly (keyof Contact)[]): string {
  return members.map((member) => `c.${CONTACT_COLUMNS[member]} AS ${member}`).join(', ');
}
