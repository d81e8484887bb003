import type { Refusal } from '../../../platform/openapi/refusals.js';

// How calls about funnels are refused, for the documentation.

export const UNKNOWN_FUNNEL: Refusal = { message: 'Invalid funnel ID.', description: 'There is no such funnel' };

export const UNKNOWN_PART: Refusal = {
  message: 'Invalid post ID.',
  description: 'There is no such funnel, or nothing by that id in it',
};

export const UNKNOWN_CONTACT: Refusal = {
  message: 'Invalid post ID.',
  description: 'There is no such contact, and no published funnel that makes one of the address',
};

export const FAULTY_QUERY: Refusal = {
  message: 'Invalid parameter: per_page',
  description: 'Parameters are at fault; all of them are named',
  data: { params: { per_page: 'must be at most 1000' } },
};

export const FAULTY_EXTRAS: Refusal = {
  message: 'Invalid parameter: with',
  description: 'Something unknown is asked for',
  data: { params: { with: 'must be one of: subscribers_count, sequences' } },
};

export const FAULTY_ENTRY_ID: Refusal = {
  message: 'Invalid parameter: entry_id',
  description: 'The id of the entry is none',
  data: { params: { entry_id: 'must be a whole number' } },
};

export const FAULTY_FUNNEL: Refusal = {
  message: 'Invalid parameter: sequences.0.settings.email_subject is required',
  description: 'Members are at fault: all of them are named by their places, and nothing was written',
  data: {
    params: {
      'sequences.0.settings.email_subject': 'is required',
      'sequences.1.delay': 'must be a whole number of seconds from 0 to 31536000',
    },
  },
};

export const FAULTY_STATUS: Refusal = {
  message: 'Invalid status value. Must be published, draft, or paused.',
  description: 'There is no such status',
  data: { params: { status: 'must be one of: draft, published, paused' } },
};

export const FAULTY_MIGRATE: Refusal = {
  message: 'Invalid parameter: migrate',
  description: 'A member is at fault, or the steps would lead round and round without waiting',
  data: { params: { migrate: 'must be true or false' } },
};

export const NOT_LET_IN: Refusal = {
  message: 'Invalid parameter: subscribers',
  description: 'A contact is unknown, or the funnel is not published; nobody came in',
  data: { params: { subscribers: 'unknown: 43' } },
};

export const INSIDE_ALREADY: Refusal = {
  message: 'Subscriber is already active in this funnel.',
  description: 'Somebody is inside, and nobody came in',
  data: { subscriber_ids: [42] },
};

export const LEFT_ALREADY: Refusal = {
  message: 'Subscriber is not active in this funnel.',
  description: 'The contact has left',
  data: { params: { subscriber_id: 'has left the funnel already' } },
};

export const NOT_PUBLISHED: Refusal = {
  message: 'Funnel is not published.',
  description: 'The funnel takes nobody in, or members are at fault; nothing was written',
  data: { params: { funnel_id: 'is not published' } },
};

export const FAULTY_TRIGGER: Refusal = {
  message: 'Invalid parameter: trigger_name',
  description: 'The trigger cannot be reported, or members are at fault; nothing was written',
  data: { params: { trigger_name: 'cannot be reported' } },
};

export const FAULTY_SIMULATION: Refusal = {
  message: 'Invalid parameter: contact_id',
  description: 'Members are at fault, or it would take too long',
  data: { params: { contact_id: 'or sample is required' } },
};

export const TOO_MANY_SIMULATIONS: Refusal = {
  message: 'Too many simulations at a time.',
  description: 'Others are being simulated; `Retry-After` says when to ask again',
};
