import type { Contact } from './contact.entity.js';

/** Where each member of a contact is kept. Hot reads and writes are plain SQL and take the names from here. */
export const CONTACT_COLUMNS: Readonly<Record<keyof Contact, string>> = {
  id: 'id',
  userId: 'user_id',
  hash: 'hash',
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  status: 'status',
  contactType: 'contact_type',
  phone: 'phone',
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  city: 'city',
  state: 'state',
  country: 'country',
  postalCode: 'postal_code',
  dateOfBirth: 'date_of_birth',
  photo: 'photo',
  pausedUntil: 'paused_until',
  searchText: 'search_text',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** Everything of the contact `c`, by the names of its members. */
export const WHOLE_CONTACT = selected(Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]);

/** The same without what nobody is shown. */
export const SHOWN_CONTACT = selected(
  (Object.keys(CONTACT_COLUMNS) as (keyof Contact)[]).filter((member) => member !== 'searchText'),
);

function selected(members: readonly (keyof Contact)[]): string {
  return members.map((member) => `c.${CONTACT_COLUMNS[member]} AS ${member}`).join(', ');
}
