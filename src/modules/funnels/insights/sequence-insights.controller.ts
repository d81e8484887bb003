import { Get, Post } from '@nestjs/common';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { sequenceInsightShape } from '../dto/sequence.shapes.js';
import { CallsExternalServices } from '../../../platform/idempotency/idempotency.interceptor.js';
import { lintShape } from '../../mail-content/rendering/lint/lint.shapes.js';
import { testEmailsShape } from '../../system-emails/test-emails/dto/test-emails.shapes.js';
import { SendStepTestEmailDto } from '../dto/simulation.dto.js';
import { STEP_TEST_EMAILS } from '../dto/funnel.examples.js';
import { NO_EMAIL, READERS, UNKNOWN_PART } from '../dto/refusals.js';
import { SequenceInsights } from './sequence-insights.service.js';

@Resource('funnels/:id/sequences', 'Funnels')
export class SequenceInsightsController {
  constructor(private readonly insights: SequenceInsights) {}

  @Get(':sequenceId')
  @Answers(sequenceInsightShape, 'The step and its results')
  @RequirePermission(READERS, {
    summary: 'Get a step of a funnel',
    description: 'Returns the settings of the step, and its results in all versions.',
  })
  @Refuses({ 404: UNKNOWN_PART })
  async getFunnelSequence(@RecordId('funnel') id: number, @RecordId('step', 'sequenceId') step: number) {
    return this.insights.sequence(id, step);
  }

  @Get(':sequenceId/lint')
  @Answers(lintShape, 'The problems; an empty list if there are none')
  @RequirePermission(READERS, {
    summary: 'Lint the email of a step',
    description: 'Lists problems to fix before publishing, such as members that the data of the trigger does not have.',
  })
  @Refuses({ 400: NO_EMAIL, 404: UNKNOWN_PART })
  async lintFunnelSequence(@RecordId('funnel') id: number, @RecordId('step', 'sequenceId') step: number) {
    return this.insights.lint(id, step);
  }

  @Post(':sequenceId/send-test-email')
  @CallsExternalServices()
  @Answers(testEmailsShape, 'One result per address, with failures')
  @RequirePermission('manage_campaigns', {
    summary: 'Send a test email of a step',
    description: 'Sends immediately, to any address, with the data or with an example of what the trigger reports.',
  })
  @Refuses({ 400: NO_EMAIL, 404: UNKNOWN_PART })
  async sendFunnelSequenceTestEmail(
    @RecordId('funnel') id: number,
    @RecordId('step', 'sequenceId') step: number,
    @BodyLike(STEP_TEST_EMAILS) body: SendStepTestEmailDto,
  ) {
    const { contact_id: contactId = null, data } = body;
    return this.insights.sendTest(id, step, { to: body.toAddresses(), contactId, data });
  }
}
