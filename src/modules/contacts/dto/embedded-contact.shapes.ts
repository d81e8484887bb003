import { fullName } from '../contact/contact-fields.js';
import * as s from '../../../shapes/shape.js';

/** Declares the contact within a record that refers to it. The API document has a component per kind of record. */
export const embeddedContactShape = (component: string) =>
  s.component(component, {
    id: s.integer(42),
    email: s.nullable(s.text('ada@example.com')),
    first_name: s.nullable(s.text('Ada')),
    last_name: s.nullable(s.text('Lovelace')),
    full_name: s.text('Ada Lovelace'),
    status: s.nullable(s.text('subscribed')),
  });
type EmbeddedContact = s.TypeOf<ReturnType<typeof embeddedContactShape>>;

export interface ContactColumns {
  readonly contact_email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Null for a deleted contact: the record outlives it. */
  readonly contact_status: string | null;
}

export function embedded(
  id: number | null,
  { contact_email: email, first_name, last_name, contact_status: status }: ContactColumns,
): EmbeddedContact | null {
  if (id === null || status === null) return null;
  return {
    id,
    email,
    first_name,
    last_name,
    full_name: fullName({ firstName: first_name, lastName: last_name }),
    status,
  };
}
