import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class CampaignLinkResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly id!: number;
  @ApiProperty({ example: 'https://example.com/spring' }) readonly url!: string;
  @ApiPropertyOptional({ example: 'b', description: 'Variant of an A/B test; omitted without one' })
  readonly variant?: string;
  @ApiProperty({ type: 'integer', example: 98, description: 'Human clicks' }) readonly total!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Emails with a human click on the link' })
  readonly unique!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Machine clicks' }) readonly machine!: number;
}

export class LinkReportResponse {
  @ApiProperty({ type: () => [CampaignLinkResponse], description: 'Includes links without clicks' })
  readonly links!: readonly CampaignLinkResponse[];
}
