import { Id, Text } from '../../../../platform/http/dto-fields.js';

export class PreviewCampaignDto {
  @Id({ nullable: true, example: 1, description: 'The contact to render for; a sample contact if omitted' })
  contact_id?: number | null;

  @Text({
    max: 20,
    description: 'The key of a variant of the A/B test; the content of the campaign itself if omitted',
    example: 'b',
  })
  variant?: string;

  @Text({ max: 35, description: 'A language of the translations; that of the contact if omitted', example: 'de' })
  language?: string;
}
