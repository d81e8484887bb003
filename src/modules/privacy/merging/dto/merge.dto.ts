import { ApiProperty } from '@nestjs/swagger';
import { Ids, WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { WrittenContact } from '../../../contacts/writing/contact-writer.service.js';
import { ContactResponse } from '../../../contacts/dto/contact.response.js';

const MAX_ID = 4_294_967_295;
const MOST = 50;

export class MergeContactsDto {
  @WholeNumber({ required: true, min: 1, max: MAX_ID, description: 'The contact to keep', example: 1 })
  keep_id!: number;

  @Ids({
    required: true,
    min: 1,
    max: MOST,
    description: `Contacts to merge into it; they are removed. At most ${MOST}`,
    example: [2, 3],
  })
  merge_ids!: number[];
}

export class ContactsMergedResponse {
  @ApiProperty({ type: String, example: 'Subscribers have been merged successfully' })
  readonly message = 'Subscribers have been merged successfully';
  @ApiProperty({ type: () => ContactResponse, description: 'The kept contact after the merge' })
  readonly subscriber: ContactResponse;

  constructor(written: WrittenContact) {
    this.subscriber = new ContactResponse(written);
  }
}
