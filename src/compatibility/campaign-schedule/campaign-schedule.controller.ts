import { Body, Param } from '@nestjs/common';
import { CampaignPresenter } from '../../modules/campaigns/campaign-presenter.js';
import { CampaignPreviewsService } from '../../modules/campaigns/content/campaign-previews.service.js';
import { CampaignStates } from '../../modules/campaigns/lifecycle/campaign-states.service.js';
import { ScheduleCampaignDto } from '../../modules/campaigns/dto/campaign.dto.js';
import { TO_SEND } from '../../platform/access/permissions.js';
import { invalidParam } from '../../platform/errors/app-error.js';
import { CallsExternalServices } from '../../platform/idempotency/idempotency.interceptor.js';
import { EmailAddress, WholeNumber } from '../../platform/http/dto-fields.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { validationPipe } from '../../platform/http/validation.js';
import { DialectController, DialectPost } from '../dialect-controller.js';
import { isDueNow } from '../dialect-bodies.js';
import { isObject } from '../../platform/values/json.js';

const pipe = validationPipe();

class TestEmailDto {
  @WholeNumber({ required: true, min: 1 }) campaign_id!: number;
  @EmailAddress({ required: true }) email!: string;
}

/** Routes whose body names what the API has in the path. */
@DialectController('/campaigns')
export class CampaignScheduleController {
  constructor(
    private readonly states: CampaignStates,
    private readonly presenter: CampaignPresenter,
    private readonly previews: CampaignPreviewsService,
  ) {}

  @CallsExternalServices()
  @DialectPost('send-test-email', 'manage_campaigns', 'Send a test email of a campaign')
  async sendTest(@Body() { campaign_id: id, email }: TestEmailDto): Promise<{ readonly message: string }> {
    const { message, results } = await this.previews.sendTest(id, [email], null);
    const [failed] = results.filter(({ success }) => !success);
    if (failed) throw invalidParam('email', `was refused: ${failed.response}`);
    return { message };
  }

  @DialectPost(':id/schedule', TO_SEND, 'Send or schedule a campaign')
  async schedule(@Param('id', new IdPipe('campaign')) id: number, @Body() body: unknown) {
    if (!isObject(body) || isDueNow(body))
      return this.presenter.approved(await this.states.send(id), 'Campaign is being sent.');
    const when = (await pipe.transform(body, { type: 'body', metatype: ScheduleCampaignDto })) as ScheduleCampaignDto;
    const scheduled = await this.states.schedule(id, when.toMoment(), when.toEnd());
    return this.presenter.approved(scheduled, 'Campaign has been scheduled.');
  }
}
