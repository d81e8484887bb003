import { Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public, RequirePermission } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { type Refusal, Refuses } from '../../../platform/openapi/refusals.js';
import { FEEDBACK_PROVIDERS } from '../feedback-report.js';
import { FeedbackProvidersResponse, ProviderFeedbackResponse } from './dto/provider-feedback.response.js';
import { FeedbackSecrets } from './feedback-secrets.service.js';
import { readCall } from './provider-call.js';
import { ProviderFeedbackService } from './provider-feedback.service.js';

const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;
const GENERIC = {
  generic: {
    summary: 'A bounce, as `generic` takes it',
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
  description: 'The call is not signed by the service',
};

/** Where services that send for us report what became of the mails. */
@ApiTags('Feedback')
@Controller('feedback')
export class ProviderFeedbackController {
  constructor(
    private readonly secrets: FeedbackSecrets,
    private readonly feedback: ProviderFeedbackService,
  ) {}

  @Get('providers')
  @RequirePermission('manage_contacts', {
    summary: 'List the URLs that sending services report to',
    description: 'They are secret: whoever knows one may report on behalf of the service.',
  })
  @ApiOkResponse({ type: FeedbackProvidersResponse })
  listFeedbackProviders(): FeedbackProvidersResponse {
    return new FeedbackProvidersResponse(this.secrets.urls());
  }

  @Post(':provider/:secret')
  @HttpCode(200)
  @Public({
    summary: 'Take the report of a sending service',
    description:
      'Bounces, complaints and opt-outs. For services, not for API clients: no credentials, but a secret in the URL, and a signature where the service makes ' +
      'one. An unknown provider and a wrong secret are the same 404.',
  })
  @ApiParam({ name: 'provider', enum: FEEDBACK_PROVIDERS, example: 'ses', description: 'The service' })
  @ApiParam({
    name: 'secret',
    description: 'As in the URL of `GET /feedback/providers`',
    example: '1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'text/plain')
  @ApiBody({
    description: 'Whatever the service posts; the example is of `generic`, for services without a shape of their own',
    schema: { oneOf: [ANY_OBJECT, { type: 'array', items: ANY_OBJECT }, { type: 'string' }] },
    examples: GENERIC,
  })
  @ApiOkResponse({ type: ProviderFeedbackResponse })
  @Refuses({ 403: NOT_SIGNED })
  async receiveProviderFeedback(
    @Param('provider') name: string,
    @Param('secret') secret: string,
    @Req() request: AppRequest,
  ): Promise<ProviderFeedbackResponse> {
    const provider = this.secrets.providerOf(name, secret);
    return new ProviderFeedbackResponse(await this.feedback.take(provider, await readCall(request)));
  }
}
