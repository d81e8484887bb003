import type { Type } from '@nestjs/common';
import { Flag, Ids } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import { periodQuery, type PeriodQueryDto } from '../../dto/period.dto.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { INCLUDE_MACHINE } from '../../dto/report-query.dto.js';
import type { ReportRequest } from '../../scope/report-request.js';

interface CampaignsQueryDto {
  include_machine?: boolean;
  currency?: string;
  lists?: number[];
  tags?: number[];
  toRequest(): Omit<ReportRequest, 'compareWith'>;
}

const REFUSED = { description: 'Refused (400): figures of campaigns are not stored by contact' };

function campaignsQuery<Base extends Type<PeriodQueryDto>>(base: Base): Base & Type<CampaignsQueryDto> {
  class CampaignsQuery extends (base as Type<PeriodQueryDto>) implements CampaignsQueryDto {
    @Flag(INCLUDE_MACHINE) include_machine?: boolean;

    @ReportCurrencyCode() currency?: string;

    @Ids(REFUSED) lists?: number[];

    @Ids(REFUSED) tags?: number[];

    toRequest(): Omit<ReportRequest, 'compareWith'> {
      return {
        period: this.toPeriod(),
        audience: { lists: this.lists ?? [], tags: this.tags ?? [] },
        includeMachine: this.include_machine ?? false,
        currency: this.currency,
      };
    }
  }
  return CampaignsQuery as unknown as Base & Type<CampaignsQueryDto>;
}

/** Without dates, covers all time. */
export class CampaignReportsDto extends campaignsQuery(periodQuery(undefined, pageQuery(10))) {}

/** Without dates, covers all time. */
export class CampaignReportDto extends campaignsQuery(periodQuery()) {}
