import type { Reader } from '../../../platform/database/database.js';
import { invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import type { Contact } from './contact.entity.js';

export async function assertContactExists(reader: Reader, id: number): Promise<void> {
  if ((await reader.query('SELECT id FROM contacts WHERE id = :id', { id })).length === 0) throw notFound();
}

/** Refuses writes about an erased contact, whose row represents no person. */
export function assertNotErased({ email }: Pick<Contact, 'email'>): void {
  if (isErasedAddress(email)) throw invalidParam('id', 'names a contact that has been erased');
}
