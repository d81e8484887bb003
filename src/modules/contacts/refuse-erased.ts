import { invalidParam } from '../../platform/errors/app-error.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import type { Contact } from './contact.entity.js';

/**
 * What is left of a person who was erased is nobody any more, and nothing is written about nobody.
 * @throws AppError rest_invalid_param
 */
export function refuseErased({ email }: Pick<Contact, 'email'>): void {
  if (isErasedAddress(email)) throw invalidParam('id', 'names a contact that has been erased');
}
