import { BodyLike, Resource } from '../../platform/http/resource.js';
import { TO_SEND } from '../../platform/access/permissions.js';
import { ExperimentsService } from './ab-test/experiments.service.js';
import { CampaignPresenter } from './campaign-presenter.js';
import { CampaignCopies } from './copies/campaign-copies.service.js';
import { ChooseWinnerDto } from './dto/ab-test.dto.js';
import { CampaignAction, CampaignId } from './dto/campaign-routes.js';
import { ResendCampaignDto, ScheduleCampaignDto } from './dto/campaign.dto.js';
import { RESENDS, SCHEDULES, WINNERS } from './dto/campaign.examples.js';
import { NO_SUCH_VARIANT, NOT_READY, refusedIn } from './dto/refusals.js';
import { CampaignStates } from './lifecycle/campaign-states.service.js';

@Resource('campaigns/:id', 'Campaigns')
export class CampaignStatesController {
  constructor(
    private readonly states: CampaignStates,
    private readonly copies: CampaignCopies,
    private readonly experiments: ExperimentsService,
    private readonly presenter: CampaignPresenter,
  ) {}

  @CampaignAction('schedule', TO_SEND, NOT_READY, {
    summary: 'Schedule a campaign',
    description: 'Only a draft that is ready to send. `settings.sending_type` defines how the time is used.',
  })
  async scheduleCampaign(@CampaignId() id: number, @BodyLike(SCHEDULES) body: ScheduleCampaignDto) {
    const scheduled = await this.states.schedule(id, body.toMoment(), body.toEnd());
    return this.presenter.approved(scheduled, 'Campaign has been scheduled.');
  }

  @CampaignAction('unschedule', 'manage_campaigns', refusedIn('unschedule', 'is sent'), {
    summary: 'Unschedule a campaign',
    description: 'Returns a scheduled campaign to `draft` and clears its times.',
  })
  async unscheduleCampaign(@CampaignId() id: number) {
    return this.presenter.written(await this.states.unschedule(id), 'Campaign has been unscheduled.');
  }

  @CampaignAction('send', TO_SEND, NOT_READY, {
    summary: 'Send a campaign now',
    description:
      'Starts a draft or a scheduled campaign, which must be ready to send, and responds at once. Poll `GET /campaigns/{id}/status` for the progress.',
  })
  async sendCampaign(@CampaignId() id: number) {
    return this.presenter.approved(await this.states.send(id), 'Campaign is being sent.');
  }

  @CampaignAction('pause', 'manage_campaigns', refusedIn('pause', 'is draft'), {
    summary: 'Pause a campaign',
    description:
      'Only a `working` campaign. Emails that are being handed to the mail server are finished; the others wait.',
  })
  async pauseCampaign(@CampaignId() id: number) {
    return this.presenter.written(await this.states.pause(id), 'Campaign has been paused.');
  }

  @CampaignAction('resume', TO_SEND, refusedIn('resume', 'is working'), {
    summary: 'Resume a paused campaign',
    description:
      'Continues sending. A campaign that was paused before it started must be ready to send, and starts now.',
  })
  async resumeCampaign(@CampaignId() id: number) {
    return this.presenter.written(await this.states.resume(id), 'Campaign has been resumed.');
  }

  @CampaignAction('cancel', 'manage_campaigns', refusedIn('cancel', 'is draft'), {
    summary: 'Cancel a campaign',
    description:
      'Only a `working` or `paused` campaign. Cancels all unsent emails and archives it. This cannot be undone.',
  })
  async cancelCampaign(@CampaignId() id: number) {
    return this.presenter.written(await this.states.cancel(id), 'Campaign has been cancelled.');
  }

  @CampaignAction('archive', 'manage_campaigns', refusedIn('archive', 'is working'), {
    summary: 'Archive a campaign',
    description: 'Only a draft or a sent campaign can be archived.',
  })
  async archiveCampaign(@CampaignId() id: number) {
    return this.presenter.written(await this.states.archive(id), 'Campaign has been archived.');
  }

  @CampaignAction('unarchive', 'manage_campaigns', refusedIn('unarchive', 'was cancelled'), {
    summary: 'Unarchive a campaign',
    description: 'Restores the status that the campaign had. A cancelled campaign cannot be unarchived.',
  })
  async unarchiveCampaign(@CampaignId() id: number) {
    return this.presenter.written(await this.states.unarchive(id), 'Campaign has been unarchived.');
  }

  @CampaignAction('ab-test/winner', TO_SEND, NO_SUCH_VARIANT, {
    summary: 'Choose the winner of an A/B test',
    returns: 'The campaign with its winner',
    description: 'Ends the test; recipients who wait for the winner get this variant.',
  })
  async chooseAbTestWinner(@CampaignId() id: number, @BodyLike(WINNERS) { key }: ChooseWinnerDto) {
    return this.presenter.written(await this.experiments.chooseWinner(id, key), 'Winner has been chosen.');
  }

  @CampaignAction('resend-unopened', 'manage_campaigns', refusedIn('resend', 'is working'), {
    summary: 'Resend a campaign to recipients who did not open it',
    returns: 'The new draft',
    description: 'Creates a draft. Its recipients are determined when the draft is sent.',
  })
  async resendCampaignToUnopened(@CampaignId() id: number, @BodyLike(RESENDS) { email_subject }: ResendCampaignDto) {
    const draft = await this.copies.resend(id, 'unopened', email_subject);
    return this.presenter.written(draft, 'Campaign has been created.');
  }

  @CampaignAction('resend-failed', 'manage_campaigns', refusedIn('resend', 'is working'), {
    summary: 'Resend a campaign to recipients whose email failed',
    returns: 'The new draft',
    description:
      'Creates a draft. Its recipients are determined when the draft is sent. Bounced emails are not resent.',
  })
  async resendCampaignToFailed(@CampaignId() id: number, @BodyLike(RESENDS) { email_subject }: ResendCampaignDto) {
    return this.presenter.written(await this.copies.resend(id, 'failed', email_subject), 'Campaign has been created.');
  }
}
