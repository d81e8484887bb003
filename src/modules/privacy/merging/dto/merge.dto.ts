import { Id, Ids } from '../../../../platform/http/dto-fields.js';
import { contactShape } from '../../../contacts/dto/contact.shapes.js';
import * as s from '../../../../shapes/shape.js';

const MOST = 50;

export class MergeContactsDto {
  @Id({ required: true, description: 'The contact to keep', example: 1 })
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

export const contactsMergedShape = s.component('ContactsMergedResponse', {
  message: s.text('Subscribers have been merged successfully'),
  subscriber: s.described(contactShape, 'The kept contact after the merge'),
});
