import { Id } from '../../../../platform/http/dto-fields.js';

export class PreviewCampaignDto {
  @Id({ nullable: true, example: 1, description: 'The contact to render for; a sample contact if omitted' })
  contact_id?: number | null;
}
