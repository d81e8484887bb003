import { ApiProperty } from '@nestjs/swagger';
import { ERASURE_MODES, type ErasureMode } from '../../../platform/personal-data/personal-data-store.js';
import type { ContactView } from '../../contacts/listing/contacts.queries.js';
import { ContactResponse } from '../../contacts/dto/contact.response.js';

export class ErasureResponse {
  @ApiProperty({ type: String, example: 'The personal data of the contact has been erased' })
  readonly message = 'The personal data of the contact has been erased';
  @ApiProperty({ enum: ERASURE_MODES, example: 'anonymize', description: '`anonymize` keeps an anonymized row' })
  readonly mode: ErasureMode;
  @ApiProperty({
    type: () => ContactResponse,
    nullable: true,
    description: 'The anonymized contact; null if it was deleted',
  })
  readonly subscriber: ContactResponse | null;

  constructor(mode: ErasureMode, left: ContactView | null) {
    this.mode = mode;
    this.subscriber = left === null ? null : new ContactResponse(left);
  }
}
