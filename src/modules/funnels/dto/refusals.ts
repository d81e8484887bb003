import type { Refusal } from '../../../platform/openapi/refusals.js';

const invalid = (parameter: string, reason: string, description: string): Refusal => ({
  description,
  data: { params: { [parameter]: reason } },
});

export const UNKNOWN_FUNNEL: Refusal = { message: 'Invalid funnel ID.', description: 'The funnel does not exist' };

export const UNKNOWN_PART: Refusal = {
  message: 'Invalid post ID.',
  description: 'The funnel, or the part of it in the path, does not exist',
};

export const UNKNOWN_CONTACT: Refusal = {
  message: 'Invalid post ID.',
  description: 'The contact does not exist, and no published funnel has a trigger that creates it',
};

export const INVALID_QUERY = invalid(
  'per_page',
  'must be at most 1000',
  'A parameter is invalid; `data.params` names it',
);

export const INVALID_EXTRAS = invalid('with', 'must be one of: subscribers_count, sequences', '`with` is invalid');

export const INVALID_ENTRY_ID = invalid('entry_id', 'must be a whole number', '`entry_id` is invalid');

export const INVALID_FUNNEL: Refusal = {
  description: 'Members are invalid; all errors are named by their paths, and nothing was saved',
  data: {
    params: {
      'sequences.0.settings.email_subject': 'is required',
      'sequences.1.delay': 'must be a whole number of seconds from 0 to 31536000',
    },
  },
};

export const INVALID_STATUS: Refusal = {
  message: 'Invalid status value. Must be published, draft, or paused.',
  description: 'The status is invalid',
  data: { params: { status: 'must be one of: draft, published, paused' } },
};

export const INVALID_MIGRATE = invalid('migrate', 'must be true or false', 'A member is invalid, or steps loop');

export const CANNOT_ENROLL = invalid(
  'subscribers',
  'unknown: 43',
  'A contact is unknown, or the funnel is not published',
);

export const ALREADY_ENROLLED: Refusal = {
  message: 'Subscriber is already active in this funnel.',
  description: 'A contact is already enrolled; none is enrolled',
  data: { subscriber_ids: [42] },
};

export const NOT_ENROLLED: Refusal = {
  message: 'Subscriber is not active in this funnel.',
  description: 'The enrollment has ended',
  data: { params: { subscriber_id: 'has left the funnel already' } },
};

export const NOT_PUBLISHED: Refusal = {
  message: 'Funnel is not published.',
  description: 'The funnel is not published, or members are invalid; nothing was saved',
  data: { params: { funnel_id: 'is not published' } },
};

export const INVALID_TRIGGER = invalid(
  'trigger_name',
  'cannot be reported',
  'The trigger cannot be fired, or a member is invalid',
);

export const INVALID_SIMULATION = invalid(
  'contact_id',
  'or sample is required',
  'A member is invalid, or the simulation takes too long',
);

export const TOO_MANY_SIMULATIONS: Refusal = {
  message: 'Too many simulations at a time.',
  description: 'Other simulations are running; retry after `Retry-After` seconds',
};
