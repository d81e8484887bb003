import { Id, Ids, OneOf } from '../../../platform/http/dto-fields.js';
import { ERASURE_MODES, type ErasureMode } from '../../../platform/personal-data/personal-data-store.js';
import { contactShape } from '../../contacts/dto/contact.shapes.js';
import * as s from '../../../shapes/shape.js';

const MOST = 50;

export class EraseContactDto {
  @OneOf(ERASURE_MODES, {
    required: true,
    description: '`delete` removes the contact; `anonymize` keeps an anonymized row, so that all figures stay',
    example: 'anonymize',
  })
  mode!: ErasureMode;
}

export const erasureShape = s.component('ErasureResponse', {
  message: s.text('The personal data of the contact has been erased'),
  mode: s.oneOf(ERASURE_MODES, '`anonymize` keeps an anonymized row', 'anonymize'),
  subscriber: s.nullable(s.described(contactShape, 'The anonymized contact; null if it was deleted')),
});

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
