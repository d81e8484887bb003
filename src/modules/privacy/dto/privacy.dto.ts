import { ERASURE_MODES, type ErasureMode } from '../../../platform/personal-data/personal-data-store.js';
import { OneOf } from '../../../platform/http/dto-fields.js';

export class EraseContactDto {
  @OneOf(ERASURE_MODES, {
    required: true,
    description: '`delete` removes the contact; `anonymize` keeps an anonymized row, so that all figures stay',
    example: 'anonymize',
  })
  mode!: ErasureMode;
}
