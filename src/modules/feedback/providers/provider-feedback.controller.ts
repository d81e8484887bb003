import { Get, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam } from '@nestjs/swagger';
import { Public, RequirePermission, type Refusal, Refuses, Answers } from '../../../platform/access/operation.js';
import { Resource } from '../../../platform/http/resource.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { FEEDBACK_PROVIDERS } from '../feedback-report.js';
import { feedbackProvidersShape, providerFeedbackShape } from './dto/provider-feedback.shapes.js';
import { FeedbackSecrets } from './feedback-secrets.service.js';
import { ProviderFeedbackService } from './provider-feedback.service.js';

const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;
const GENERIC = {
  generic: {
    summary: 'A bounce in the `generic` format',
    value: [
      {
        event: 'bounce',
        id: 'evt_1',
        message_id: '<c1.1042.7f3a@example.com>',
        bounce_type: 'hard',
        code: '5.1.1',
        diagnostic: '550 5.1.1 No such user',
      },
    ],
  },
};
const NOT_SIGNED: Refusal = {
  message: 'The signature is not valid.',
  description: 'The request has no valid signature of the provider',
};

@Resource('feedback', 'Feedback')
export class ProviderFeedbackController {
  constructor(
    private readonly secrets: FeedbackSecrets,
    private readonly feedback: ProviderFeedbackService,
  ) {}

  @Get('providers')
  @RequirePermission('manage_contacts', {
    summary: 'List provider webhook URLs',
    description:
      'Returns the URL to configure at each email provider. The URLs are secret: anyone who has one can report events.',
  })
  @Answers(feedbackProvidersShape, 'The webhook URL of each provider')
  listFeedbackProviders() {
    return { providers: this.secrets.urls() };
  }

  @Post(':provider/:secret')
  @Public({
    summary: 'Receive provider events',
    description:
      'Accepts bounces, complaints, and opt-outs from an email provider. The secret in the URL replaces credentials; ' +
      'providers that sign their requests must also send a valid signature. An unknown provider and a wrong secret both return 404. ' +
      'Repeated events have no further effect.',
  })
  @ApiParam({ name: 'provider', enum: FEEDBACK_PROVIDERS, example: 'ses', description: 'The email provider' })
  @ApiParam({
    name: 'secret',
    description: 'The secret part of the URL, as returned by `GET /feedback/providers`',
    example: '1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'text/plain')
  @ApiBody({
    description: 'The payload of the provider; the example shows `generic`, for providers without an own format',
    schema: { oneOf: [ANY_OBJECT, { type: 'array', items: ANY_OBJECT }, { type: 'string' }] },
    examples: GENERIC,
  })
  @Answers(providerFeedbackShape, 'The counts of received and applied events')
  @Refuses({ 403: NOT_SIGNED })
  async receiveProviderFeedback(
    @Param('provider') name: string,
    @Param('secret') secret: string,
    @Req() request: AppRequest,
  ) {
    return this.feedback.take(this.secrets.providerOf(name, secret), request);
  }
}
