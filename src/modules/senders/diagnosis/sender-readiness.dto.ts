import { Flag } from '../../../platform/http/dto-fields.js';

export class SenderReadinessDto {
  @Flag({ default: false, description: 'Check again instead of returning a stored result' }) refresh?: boolean;
}
