import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { TO_SEND } from '../../../platform/access/permissions.js';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { CampaignPresenter } from '../campaign-presenter.js';
import { WINNERS } from '../dto/campaign.examples.js';
import { ChooseWinnerDto } from '../dto/ab-test.dto.js';
import { CampaignWrittenResponse } from '../dto/campaign.response.js';
import { NO_SUCH_VARIANT, UNKNOWN_CAMPAIGN } from '../dto/refusals.js';
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
  @RequirePermission(TO_SEND, {
    summary: 'Choose the winner of an A/B test',
    description: 'Ends the test; whoever waits for its winner gets this variant.',
  })
  @PathId('campaign')
  @ApiBody({ type: ChooseWinnerDto, examples: WINNERS })
  @ApiOkResponse({ type: CampaignWrittenResponse })
  @Refuses({ 400: NO_SUCH_VARIANT, 404: UNKNOWN_CAMPAIGN })
  async chooseAbTestWinner(
    @Param('id', new IdPipe('campaign')) id: number,
    @Body() { key }: ChooseWinnerDto,
  ): Promise<CampaignWrittenResponse> {
    return this.presenter.written(await this.experiments.chooseWinner(id, key), 'Winner has been chosen.');
  }
}
