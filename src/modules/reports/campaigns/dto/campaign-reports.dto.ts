import type { Type } from '@nestjs/common';
import { Flag, Ids } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import { periodQuery, type PeriodQueryDto } from '../../dto/period.dto.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import type { CampaignsQuestion } from '../campaign-reports.service.js';

interface CampaignsQueryDto {
  include_machine?: boolean;
  currency?: string;
  lists?: number[];
  tags?: number[];
  toQuestion(): CampaignsQuestion;
}

const REFUSED = { description: 'Refused: figures of campaigns are not kept by contact' };

function campaignsQuery<Base extends Type<PeriodQueryDto>>(base: Base): Base & Type<CampaignsQueryDto> {
  class CampaignsQuery extends (base as Type<PeriodQueryDto>) implements CampaignsQueryDto {
    @Flag({ default: false, description: 'Add the opens and clicks of scanners and prefetchers' })
    include_machine?: boolean;

    @ReportCurrencyCode() currency?: string;

    @Ids(REFUSED) lists?: number[];

    @Ids(REFUSED) tags?: number[];

    toQuestion(): CampaignsQuestion {
      return {
        period: this.toPeriod(),
        members: { lists: this.lists ?? [], tags: this.tags ?? [] },
        includeMachine: this.include_machine ?? false,
        currency: this.currency,
      };
    }
  }
  return CampaignsQuery as unknown as Base & Type<CampaignsQueryDto>;
}

/** Without days all of them count. */
export class CampaignReportsDto extends campaignsQuery(periodQuery(undefined, pageQuery(10))) {}

/** Without days all of them count. */
export class CampaignReportDto extends campaignsQuery(periodQuery()) {}
