import { Flag } from '../../../platform/http/dto-fields.js';
import type { ReportRequest } from '../scope/report-request.js';
import { ReportCurrencyCode } from './report-currency.dto.js';
import { INCLUDE_MACHINE } from './report-query.dto.js';

/** Query of reports that always cover all time. */
export class MachineDto {
  @Flag(INCLUDE_MACHINE) include_machine?: boolean;

  includesMachine(): boolean {
    return this.include_machine ?? false;
  }
}

/** The same for reports with amounts. */
export class MachineRevenueDto extends MachineDto {
  @ReportCurrencyCode() currency?: string;

  toRequest(): Pick<ReportRequest, 'includeMachine' | 'currency'> {
    return { includeMachine: this.includesMachine(), currency: this.currency };
  }
}
