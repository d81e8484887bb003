import { type Refusal, invalid, unknownRecord } from '../../../platform/access/operation.js';

// Documented errors of the webhook endpoints.

export const FAULTY_WEBHOOK: Refusal = {
  code: 'invalid_webhook_url',
  message: 'Webhook URL must be a valid HTTPS URL.',
  description:
    'The URL is not allowed (`invalid_webhook_url`), an event does not exist (`invalid_webhook_event`), or other ' +
    'members are invalid (`rest_invalid_param`); nothing is written',
  data: { params: { url: 'must be a valid HTTPS URL' } },
};

export const STILL_IN_GRACE: Refusal = {
  message: 'The previous rotation is still in its grace period.',
  description: 'The secret is invalid, or the previous rotation is still in its grace period',
  data: {
    params: {
      grace_minutes: 'the previous secret is valid until 2026-01-03T03:04:05.678Z; 0 ends that and rotates at once',
    },
  },
};

export const NO_REPLAY = invalid(
  'Members are invalid, the webhook is not active, or another replay of it is running',
  { id: 'is failed; set its status to active first' },
  'The webhook is not active.',
);

export const NO_REDELIVERY = invalid('The delivery is a test call or has an attempt in progress', {
  delivery_id: 'has an attempt in progress',
});

export const UNKNOWN_REPLAY = unknownRecord('The webhook or the replay does not exist');

export const UNKNOWN_DELIVERY = unknownRecord('The webhook or the delivery does not exist');
