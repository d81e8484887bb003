import { Flag } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import { periodQuery } from '../../dto/period.dto.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import type { ConversionQuestion } from '../funnel-reports.service.js';

const INCLUDE_MACHINE = { default: false, description: 'Add the opens and clicks of scanners and prefetchers' };

export class FunnelReportsDto extends pageQuery(10) {
  @Flag(INCLUDE_MACHINE) include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  includesMachine(): boolean {
    return this.include_machine ?? false;
  }
}

export class FunnelReportDto {
  @Flag(INCLUDE_MACHINE) include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  includesMachine(): boolean {
    return this.include_machine ?? false;
  }
}

export class FunnelConversionDto extends periodQuery() {
  @Flag(INCLUDE_MACHINE) include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  toQuestion(): ConversionQuestion {
    const period = this.toPeriod();
    const isAsked = Object.values(period).some((part) => part !== undefined);
    return { period: isAsked ? period : null, includeMachine: this.include_machine ?? false, currency: this.currency };
  }
}
