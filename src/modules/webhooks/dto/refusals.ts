import type { Refusal } from '../../../platform/openapi/refusals.js';

// How calls about webhooks are refused, for the documentation.

export const FAULTY_WEBHOOK: Refusal = {
  code: 'invalid_webhook_url',
  message: 'Webhook URL must be a valid HTTPS URL.',
  description:
    'The URL is none that may be called (`invalid_webhook_url`), there is no such event (`invalid_webhook_event`), or ' +
    'members are at fault (`rest_invalid_param`); nothing was written',
  data: { params: { url: 'must be a valid HTTPS URL' } },
};

export const STILL_IN_GRACE: Refusal = {
  message: 'The secret was rotated already and its old one still signs.',
  description: 'The secret is at fault, or the last rotation is not over',
  data: {
    params: {
      grace_minutes: 'the secret before signs until 2026-01-03T03:04:05.678Z; 0 ends that and rotates at once',
    },
  },
};

export const NO_REPLAY: Refusal = {
  message: 'The webhook is not active.',
  description: 'Members are at fault, the webhook is not active, or another replay of it runs',
  data: { params: { id: 'is failed; set its status to active first' } },
};

export const NO_REDELIVERY: Refusal = {
  message: 'Invalid parameter: delivery_id',
  description: 'The delivery is a test call, or under way',
  data: { params: { delivery_id: 'is being delivered at this moment' } },
};

export const UNKNOWN_REPLAY: Refusal = {
  message: 'Invalid post ID.',
  description: 'There is no such webhook, or no such replay of it',
};

export const UNKNOWN_DELIVERY: Refusal = {
  message: 'Invalid post ID.',
  description: 'There is no such webhook, or no such delivery of it',
};
