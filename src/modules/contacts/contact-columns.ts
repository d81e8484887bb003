import { FIELDS } from './contact-field-catalog.js';
import type { Contact } from './contact.entity.js';

/** The column of each member of a contact. Hot reads and writes are plain SQL and take the names from here. */
export const CONTACT_COLUMNS = Object.fromEntries(FIELDS.map(({ member, name }) => [member, name])) as Readonly<
  Record<keyof Contact, string>
>;

/** Everything of the contact `c`, by the names of its members. */
export const WHOLE_CONTACT = selected(FIELDS.map(({ member }) => member));

/** The same without the text that only the search reads. */
export const SHOWN_CONTACT = selected(FIELDS.map(({ member }) => member).filter((member) => member !== 'searchText'));

function selected(members: readonly (keyof Contact)[]): string {
  return members.map((member) => `c.${CONTACT_COLUMNS[member]} AS ${member}`).join(', ');
}
