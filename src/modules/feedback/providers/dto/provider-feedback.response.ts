import { ApiProperty } from '@nestjs/swagger';
import { FEEDBACK_PROVIDERS, type FeedbackProvider } from '../../feedback-report.js';
import type { FeedbackUrl } from '../feedback-secrets.service.js';
import type { TakenCall } from '../provider-feedback.service.js';

export class ProviderFeedbackResponse {
  @ApiProperty({ type: String, example: 'Thank you.' }) readonly message = 'Thank you.';
  @ApiProperty({ type: 'integer', description: 'Events in the call', example: 3 }) readonly received: number;
  @ApiProperty({ type: 'integer', description: 'Events that changed something', example: 1 }) readonly applied: number;

  constructor({ received, applied }: TakenCall) {
    this.received = received;
    this.applied = applied;
  }
}

class FeedbackProviderResponse {
  @ApiProperty({ enum: FEEDBACK_PROVIDERS, example: 'ses' }) readonly provider: FeedbackProvider;
  @ApiProperty({ example: 'https://mail.example.com/api/v2/feedback/ses/1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE' })
  readonly url: string;
  @ApiProperty({ description: 'Whether calls need a signature of the service beside the secret', example: true })
  readonly signed: boolean;

  constructor({ provider, url, signed }: FeedbackUrl) {
    this.provider = provider;
    this.url = url;
    this.signed = signed;
  }
}

export class FeedbackProvidersResponse {
  @ApiProperty({ type: [FeedbackProviderResponse] }) readonly providers: readonly FeedbackProviderResponse[];

  constructor(urls: readonly FeedbackUrl[]) {
    this.providers = urls.map((url) => new FeedbackProviderResponse(url));
  }
}
