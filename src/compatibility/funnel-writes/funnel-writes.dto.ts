import { UpdateCampaignDto } from '../../modules/campaigns/dto/campaign.dto.js';
import { WholeNumber } from '../../platform/http/dto-fields.js';

export class StepEmailDto extends UpdateCampaignDto {
  /** Of the campaign that holds the email. */
  @WholeNumber({ min: 1 }) id?: number;
}
