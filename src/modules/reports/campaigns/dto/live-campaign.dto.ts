import { Flag } from '../../../../platform/http/dto-fields.js';

export class LiveCampaignDto {
  @Flag({ default: false, description: 'Add the opens and clicks of scanners and prefetchers' })
  include_machine?: boolean;

  includesMachine(): boolean {
    return this.include_machine ?? false;
  }
}
