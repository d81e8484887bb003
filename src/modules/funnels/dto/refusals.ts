import { type Refusal, invalid, unknownRecord } from '../../../platform/access/operation.js';

export const UNKNOWN_FUNNEL: Refusal = { message: 'Invalid funnel ID.', description: 'The funnel does not exist' };

export const UNKNOWN_PART = unknownRecord('The funnel, or the part of it in the path, does not exist');

export const INVALID_QUERY = invalid('A parameter is invalid; `data.params` names it', {
  per_page: 'must be at most 1000',
});

export const INVALID_FUNNEL: Refusal = {
  description: 'Members are invalid; all errors are named by their paths, and nothing was saved',
  data: {
    params: {
      'sequences.0.settings.email_subject': 'is required',
      'sequences.1.delay': 'must be a whole number of seconds from 0 to 31536000',
    },
  },
};

/** What reading a funnel requires. */
export const READERS = { anyOf: ['view_contacts', 'manage_campaigns'] } as const;

export const NO_EMAIL = invalid('A member is invalid', { id: 'the step sends no email' });
