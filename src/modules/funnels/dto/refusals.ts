import { type Refusal, invalid, unknownRecord } from '../../../platform/access/operation.js';
import { oneOfRule } from '../../../platform/text/closest-name.js';
import { FUNNEL_EXTRAS } from './funnel.shapes.js';
import { FUNNEL_STATUSES } from '../definition/funnel-status.js';

export const UNKNOWN_FUNNEL: Refusal = { message: 'Invalid funnel ID.', description: 'The funnel does not exist' };

export const UNKNOWN_PART = unknownRecord('The funnel, or the part of it in the path, does not exist');

export const UNKNOWN_CONTACT = unknownRecord(
  'The contact does not exist, and no published funnel has a trigger that creates it',
);

export const INVALID_QUERY = invalid('A parameter is invalid; `data.params` names it', {
  per_page: 'must be at most 1000',
});

export const INVALID_EXTRAS = invalid('`with` is invalid', { with: oneOfRule(FUNNEL_EXTRAS) });

export const INVALID_ENTRY_ID = invalid('`entry_id` is invalid', { entry_id: 'must be a whole number' });

export const INVALID_FUNNEL: Refusal = {
  description: 'Members are invalid; all errors are named by their paths, and nothing was saved',
  data: {
    params: {
      'sequences.0.settings.email_subject': 'is required',
      'sequences.1.delay': 'must be a whole number of seconds from 0 to 31536000',
    },
  },
};

export const INVALID_STATUS = invalid(
  'The status is invalid',
  { status: oneOfRule(FUNNEL_STATUSES) },
  'Invalid status value. Must be published, draft, or paused.',
);

/** What reading a funnel requires. */
export const READERS = { anyOf: ['view_contacts', 'manage_campaigns'] } as const;

export const NO_EMAIL = invalid('A member is invalid', { id: 'the step sends no email' });

export const INVALID_MIGRATE = invalid('A member is invalid, or steps loop', { migrate: 'must be true or false' });

export const CANNOT_ENROLL = invalid('A contact is unknown, or the funnel is not published', {
  subscribers: 'unknown: 43',
});

export const ALREADY_ENROLLED: Refusal = {
  message: 'Subscriber is already active in this funnel.',
  description: 'A contact is already enrolled; none is enrolled',
  data: { subscriber_ids: [42] },
};

export const NOT_ENROLLED = invalid(
  'The enrollment has ended',
  { subscriber_id: 'has left the funnel already' },
  'Subscriber is not active in this funnel.',
);

export const NOT_PUBLISHED = invalid(
  'The funnel is not published, or members are invalid; nothing was saved',
  { funnel_id: 'is not published' },
  'Funnel is not published.',
);

export const INVALID_TRIGGER = invalid('The trigger cannot be fired, or a member is invalid', {
  trigger_name: 'cannot be reported',
});

export const INVALID_SIMULATION = invalid('A member is invalid, or the simulation takes too long', {
  contact_id: 'or sample is required',
});

export const TOO_MANY_SIMULATIONS: Refusal = {
  message: 'Too many simulations at a time.',
  description: 'Other simulations are running; retry after `Retry-After` seconds',
};
