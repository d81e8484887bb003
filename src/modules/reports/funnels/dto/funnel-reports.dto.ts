import { Flag } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import { periodQuery } from '../../dto/period.dto.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { INCLUDE_MACHINE } from '../../dto/report-query.dto.js';
import type { ReportRequest } from '../../scope/report-request.js';

export class FunnelReportsDto extends pageQuery(10) {
  @Flag(INCLUDE_MACHINE) include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  toRequest(): Pick<ReportRequest, 'includeMachine' | 'currency'> {
    return { includeMachine: this.include_machine ?? false, currency: this.currency };
  }
}

export class FunnelConversionDto extends periodQuery() {
  @Flag(INCLUDE_MACHINE) include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  toRequest(): Pick<ReportRequest, 'period' | 'includeMachine' | 'currency'> {
    return { period: this.toPeriod(), includeMachine: this.include_machine ?? false, currency: this.currency };
  }
}
