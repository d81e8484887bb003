import { Post } from '@nestjs/common';
import { TO_SEND } from '../../../platform/access/permissions.js';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { LongIdPipe } from '../../../platform/http/id.pipe.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { CampaignId } from '../dto/campaign-routes.js';
import { SETTLEMENTS } from '../dto/campaign.examples.js';
import { NOT_SETTLED, refusedIn, UNKNOWN_CAMPAIGN, UNKNOWN_EMAIL } from '../dto/refusals.js';
import { settledShape, SettleDto } from './dto/settle.dto.js';
import { InDoubtEmails } from './in-doubt.service.js';

const EmailId = (): ParameterDecorator => RecordId('mail', 'emailId', new LongIdPipe());

@Resource('campaigns/:id', 'Campaigns')
export class InDoubtController {
  constructor(private readonly inDoubt: InDoubtEmails) {}

  @Post('emails/:emailId/settle')
  @RequirePermission(TO_SEND, {
    summary: 'Resolve an email with unknown delivery status',
    description:
      'Only an `unknown` email: the connection to the mail server broke before its reply (`ON_UNKNOWN=hold`). `resend` can deliver it twice, and returns a `sent` campaign to `working`.',
  })
  @Answers(settledShape, 'The email is resolved')
  @Refuses({ 400: NOT_SETTLED, 404: UNKNOWN_EMAIL })
  async settleCampaignEmail(@CampaignId() id: number, @EmailId() mail: number, @BodyLike(SETTLEMENTS) body: SettleDto) {
    await this.inDoubt.settleOne(id, mail, body.as);
    return { message: 'Emails have been settled.', settled: 1 };
  }

  @Post('settle-unknown')
  @RequirePermission(TO_SEND, {
    summary: 'Resolve all emails with unknown delivery status',
    description:
      'Resolves each `unknown` email of the campaign in the same way; none is no error. Repeat an interrupted call to continue.',
  })
  @Answers(settledShape, 'The number of resolved emails; 0 if there were none')
  @Refuses({ 400: refusedIn('repeat', 'is archived'), 404: UNKNOWN_CAMPAIGN })
  async settleUnknownCampaignEmails(@CampaignId() id: number, @BodyLike(SETTLEMENTS) body: SettleDto) {
    return { message: 'Emails have been settled.', settled: await this.inDoubt.settleAll(id, body.as) };
  }
}
