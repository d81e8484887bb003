import { Flag, OneOf, Words } from '../../../../platform/http/dto-fields.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { CAMPAIGN_TABLES, type CampaignTable } from '../campaign-tables.js';
import type { CampaignExportQuestion } from '../exports.service.js';

const FORMATS = ['csv', 'xlsx', 'json'] as const;

export class CampaignExportDto {
  @OneOf(FORMATS, { default: 'csv', description: 'Of the file' }) format?: (typeof FORMATS)[number];

  @Words(CAMPAIGN_TABLES, {
    description:
      'What is in it, `basic` when left out: figures, mails, opens and clicks, orders. Sheets in xlsx, members in json, sections in csv',
    example: ['basic', 'subscribers'],
  })
  include?: CampaignTable[];

  @Flag({ default: false, description: 'Add the opens and clicks of scanners and prefetchers' })
  include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  toQuestion(): CampaignExportQuestion {
    const { include = [] } = this;
    return {
      format: this.format ?? 'csv',
      include: include.length === 0 ? ['basic'] : include,
      includeMachine: this.include_machine ?? false,
      currency: this.currency,
    };
  }
}
