import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { LinkRow } from '../link-report.service.js';

class CampaignLinkResponse implements LinkRow {
  @ApiProperty({ type: 'integer', example: 17 }) readonly id!: number;
  @ApiProperty({ example: 'https://example.com/spring' }) readonly url!: string;
  @ApiPropertyOptional({ example: 'b', description: 'Of which content of an A/B test it is; left out without one' })
  readonly variant?: string;
  @ApiProperty({ type: 'integer', example: 98, description: 'Clicks of people' }) readonly total!: number;
  @ApiProperty({ type: 'integer', example: 87, description: 'Mails in which a person clicked it' })
  readonly unique!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Clicks of machines' }) readonly machine!: number;
}

export class LinkReportResponse {
  @ApiProperty({ type: () => [CampaignLinkResponse], description: 'Also those that nobody has followed' })
  readonly links: readonly CampaignLinkResponse[];

  constructor(links: readonly LinkRow[]) {
    this.links = links;
  }
}
