import { invalidParam } from '../../../../platform/errors/app-error.js';
import { EmailAddress, Id } from '../../../../platform/http/dto-fields.js';

export class WhyDto {
  @EmailAddress({ description: 'Address of the contact; either this or `contact_id`', example: 'ada@example.com' })
  email?: string;
  @Id({ description: 'Id of the contact; either this or `email`' }) contact_id?: number;

  /** @throws AppError rest_invalid_param for neither or both: they could name different contacts. */
  toQuestion(): { readonly email: string } | { readonly contactId: number } {
    const { email, contact_id: contactId } = this;
    if (email !== undefined && contactId !== undefined)
      throw invalidParam('contact_id', 'must not be combined with email');
    if (contactId !== undefined) return { contactId };
    if (email === undefined) throw invalidParam('email', 'is required');
    return { email };
  }
}
