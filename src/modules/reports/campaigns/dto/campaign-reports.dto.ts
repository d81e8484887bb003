import type { Type } from '@nestjs/common';
import { Ids } from '../../../../platform/http/dto-fields.js';
import { pageQuery } from '../../../../platform/http/page.js';
import { IncludeMachine, PeriodRevenueDto, periodQuery, revenueQuery } from '../../dto/report-query.dto.js';

const REFUSED = { description: 'Refused (400): figures of campaigns are not stored by contact' };

function unfiltered<Base extends Type<object>>(base: Base) {
  class Unfiltered extends base {
    @Ids(REFUSED) lists?: number[];

    @Ids(REFUSED) tags?: number[];
  }
  return Unfiltered;
}

export class CampaignReportsDto extends unfiltered(revenueQuery(periodQuery(pageQuery(10)))) {}

export class CampaignReportDto extends unfiltered(PeriodRevenueDto) {}

export class LiveCampaignDto {
  @IncludeMachine() include_machine?: boolean;
}
