import { OneOf, Words } from '../../../../platform/http/dto-fields.js';
import { IncludeMachine, ReportCurrencyCode } from '../../dto/report-query.dto.js';
import { CAMPAIGN_TABLES, type CampaignTable } from '../campaign-tables.queries.js';
import type { CampaignExportRequest } from '../exports.service.js';

const FORMATS = ['csv', 'xlsx', 'json'] as const;

export class CampaignExportDto {
  @OneOf(FORMATS, { default: 'csv', description: 'File format' }) format?: (typeof FORMATS)[number];

  @Words(CAMPAIGN_TABLES, {
    description:
      'Tables to include: figures (`basic`, the default), emails, opens and clicks, orders. Each is a sheet in xlsx, a member in json, a section in csv',
    example: ['basic', 'subscribers'],
  })
  include?: CampaignTable[];

  @IncludeMachine() include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  toRequest(): CampaignExportRequest {
    const { include = [] } = this;
    return {
      format: this.format ?? 'csv',
      include: include.length === 0 ? ['basic'] : include,
      includeMachine: this.include_machine ?? false,
      currency: this.currency,
    };
  }
}
