import { Flag } from '../../../../platform/http/dto-fields.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';

export class EmailStatsDto {
  @Flag({ default: false, description: 'Add the opens and clicks of scanners and prefetchers' })
  include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  includesMachine(): boolean {
    return this.include_machine ?? false;
  }
}
