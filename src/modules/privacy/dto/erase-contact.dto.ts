import { OneOf } from '../../../platform/http/dto-fields.js';
import { ERASURE_MODES, type ErasureMode } from '../../../platform/personal-data/personal-data-holder.js';

export class EraseContactDto {
  @OneOf(ERASURE_MODES, {
    required: true,
    description: '`delete` takes the contact away; `anonymize` keeps a row without a face, so that every figure stays',
    example: 'anonymize',
  })
  mode!: ErasureMode;
}
