import { ApiProperty } from '@nestjs/swagger';
import { FEEDBACK_PROVIDERS, type FeedbackProvider } from '../../feedback-report.js';

export class ProviderFeedbackResponse {
  @ApiProperty({ type: String, example: 'Thank you.' }) readonly message!: string;
  @ApiProperty({ type: 'integer', description: 'Number of events in the request', example: 3 })
  readonly received!: number;
  @ApiProperty({ type: 'integer', description: 'Number of events that changed an email or a contact', example: 1 })
  readonly applied!: number;
}

export class FeedbackProviderResponse {
  @ApiProperty({ enum: FEEDBACK_PROVIDERS, example: 'ses' }) readonly provider!: FeedbackProvider;
  @ApiProperty({ example: 'https://mail.example.com/api/v2/feedback/ses/1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE' })
  readonly url!: string;
  @ApiProperty({ description: 'Whether requests must also be signed by the provider', example: true })
  readonly signed!: boolean;
}

export class FeedbackProvidersResponse {
  @ApiProperty({ type: [FeedbackProviderResponse] }) readonly providers!: readonly FeedbackProviderResponse[];
}
