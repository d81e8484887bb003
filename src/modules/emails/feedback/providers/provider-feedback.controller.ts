import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiForbiddenResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public, RequirePermission } from '../../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../../platform/http/request.js';
import { FEEDBACK_PROVIDERS } from '../feedback-report.js';
import { FeedbackProvidersResponse, ProviderFeedbackResponse } from './dto/provider-feedback.response.js';
import { FeedbackSecrets } from './feedback-secrets.service.js';
import { readCall } from './provider-call.js';
import { ProviderFeedbackService } from './provider-feedback.service.js';

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
    summary: 'The URLs that services report to',
    description: 'They are secret: whoever knows one may report on behalf of the service.',
  })
  @ApiOkResponse({ type: FeedbackProvidersResponse })
  providers(): FeedbackProvidersResponse {
    return new FeedbackProvidersResponse(this.secrets.urls());
  }

  @Post(':provider/:secret')
  @HttpCode(200)
  @Public({
    summary: 'Bounces, complaints and opt-outs, as a sending service reports them',
    description:
      'For services, not for API clients: no credentials, but a secret in the URL, and a signature where the service makes ' +
      'one. An unknown provider and a wrong secret are the same 404.',
  })
  @ApiParam({ name: 'provider', enum: FEEDBACK_PROVIDERS, example: 'ses' })
  @ApiParam({ name: 'secret', example: '1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE' })
  @ApiBody({ description: 'What the service posts', schema: { type: 'object' } })
  @ApiOkResponse({ type: ProviderFeedbackResponse })
  @ApiForbiddenResponse({ description: 'The call is not signed by the service' })
  async take(
    @Param('provider') name: string,
    @Param('secret') secret: string,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProviderFeedbackResponse> {
    const provider = this.secrets.providerOf(name, secret);
    return new ProviderFeedbackResponse(await this.feedback.take(provider, await readCall(request, response)));
  }
}
