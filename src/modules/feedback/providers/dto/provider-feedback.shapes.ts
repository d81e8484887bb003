import { FEEDBACK_PROVIDERS } from '../../feedback-report.js';
import * as s from '../../../../shapes/shape.js';

export const providerFeedbackShape = s.component('ProviderFeedbackResponse', {
  message: s.text('Thank you.'),
  received: s.integer(3, 'Number of events in the request'),
  applied: s.integer(1, 'Number of events that changed an email or a contact'),
});

const feedbackProviderShape = s.component('FeedbackProviderResponse', {
  provider: s.oneOf(FEEDBACK_PROVIDERS, undefined, 'ses'),
  url: s.text('https://mail.example.com/api/v2/feedback/ses/1bTq2nQkYx0hW3vM5zR8uJ6sLdF4cGpE'),
  signed: s.boolean(true, 'Whether requests must also be signed by the provider'),
});

export const feedbackProvidersShape = s.component('FeedbackProvidersResponse', {
  providers: s.list(feedbackProviderShape),
});
