import type { Refusal } from '../../../platform/openapi/refusals.js';
import { type CampaignOperation, refusalOf } from '../campaign/campaign-status.js';

// Documented refusals of campaign calls.

export const UNKNOWN_CAMPAIGN: Refusal = { message: 'Invalid campaign ID.', description: 'Unknown campaign' };

export const UNKNOWN_EMAIL: Refusal = {
  message: 'Invalid post ID.',
  description: 'Unknown campaign or email',
};

export const TAKEN_TITLE: Refusal = {
  message: 'Campaign with this title already exists',
  description: 'Invalid fields: all of them are listed, and nothing was saved',
  data: { params: { title: 'is taken' } },
};

export const FAULTY_CAMPAIGN: Refusal = {
  description: 'Invalid fields (all are listed), or sending has started; nothing was saved',
  data: { params: { 'settings.subscribers': 'names unknown ids: list 7' } },
};

export const NOT_READY: Refusal = {
  description: 'The campaign is not ready to send (every missing field is listed), or its status does not allow it',
  data: {
    params: {
      email_subject: 'is required',
      'settings.subscribers': 'must match at least one subscribed contact',
    },
  },
};

export function refusedIn(operation: CampaignOperation, state: string): Refusal {
  return {
    message: refusalOf(operation),
    description: 'The status of the campaign does not allow it',
    data: { params: { status: state } },
  };
}

export const NO_SUCH_VARIANT: Refusal = {
  description: 'The campaign has no undecided test, or the test has no such variant',
  data: { params: { key: 'must be one of: a, b' } },
};

export const NOT_SETTLED: Refusal = {
  message: 'Email cannot be settled in current status.',
  description: 'The email is not in doubt, or the status of the campaign does not allow it',
  data: { params: { status: 'is sent' } },
};

export const FAULTY_ADDRESS: Refusal = {
  description: 'Invalid addresses, an unknown contact, or an empty campaign; nothing was sent',
  data: { params: { 'emails.0': 'must be one email address' } },
};

export const NO_CONTACT_NAMED: Refusal = {
  description: 'Exactly one of `email` and `contact_id` is required',
  data: { params: { email: 'is required' } },
};
