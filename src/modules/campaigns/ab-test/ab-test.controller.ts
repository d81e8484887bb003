import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { CampaignPresenter } from '../campaign-presenter.js';
import { ChooseWinnerDto } from '../dto/ab-test.dto.js';
import type { CampaignWrittenResponse } from '../dto/campaign.response.js';
import { ExperimentsService } from './experiments.service.js';

@ApiTags('Campaigns')
@Controller('campaigns/:id/ab-test')
export class AbTestController {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly presenter: CampaignPresenter,
  ) {}

  @Post('winner')
  @HttpCode(200)
  @RequirePermission('manage_campaigns', { summary: 'Choose the winner of an A/B test by hand' })
  async winner(
    @Param('id', new IdPipe('campaign')) id: number,
    @Body() { key }: ChooseWinnerDto,
  ): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.experiments.chooseWinner(id, key), 'Winner has been chosen.');
  }
}
