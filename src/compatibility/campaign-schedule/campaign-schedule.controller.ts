import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CampaignPresenter } from '../../modules/campaigns/campaign-presenter.js';
import { CampaignStates } from '../../modules/campaigns/lifecycle/campaign-states.service.js';
import { ScheduleCampaignDto } from '../../modules/campaigns/dto/campaign.dto.js';
import type { CampaignWrittenResponse } from '../../modules/campaigns/dto/campaign.response.js';
import { TO_SEND } from '../../platform/access/permissions.js';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { validationPipe } from '../../platform/http/validation.js';
import { DIALECT_PATH } from '../dialect.js';
import { isDueNow } from '../dialect-bodies.js';
import { isMembers } from '../dialect-route.js';

const pipe = validationPipe();

/** One route of the dialect for two of the API; the body selects which. */
@ApiExcludeController()
@Controller(`${DIALECT_PATH}/campaigns`)
export class CampaignScheduleController {
  constructor(
    private readonly states: CampaignStates,
    private readonly presenter: CampaignPresenter,
  ) {}

  @Post(':id/schedule')
  @HttpCode(200)
  @RequirePermission(TO_SEND, { summary: 'Send or schedule a campaign' })
  async schedule(
    @Param('id', new IdPipe('campaign')) id: number,
    @Body() body: unknown,
  ): Promise<CampaignWrittenResponse> {
    if (!isMembers(body) || isDueNow(body))
      return this.presenter.written(await this.states.send(id), 'Campaign is being sent.');
    const when = (await pipe.transform(body, { type: 'body', metatype: ScheduleCampaignDto })) as ScheduleCampaignDto;
    const scheduled = await this.states.schedule(id, when.toMoment(), when.toEnd());
    return this.presenter.written(scheduled, 'Campaign has been scheduled.');
  }
}
