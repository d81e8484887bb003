import type { Refusal } from '../../../platform/openapi/refusals.js';
import { type CampaignOperation, refusalOf } from '../campaign-status.js';

// How calls about campaigns are refused, for the documentation.

export const UNKNOWN_CAMPAIGN: Refusal = { message: 'Invalid campaign ID.', description: 'There is no such campaign' };

export const UNKNOWN_EMAIL: Refusal = {
  message: 'Invalid post ID.',
  description: 'There is no such campaign, or no such mail of it',
};

export const TAKEN_TITLE: Refusal = {
  message: 'Campaign with this title already exists',
  description: 'Members are at fault: all of them are named, and nothing was written',
  data: { params: { title: 'is taken' } },
};

export const FAULTY_CAMPAIGN: Refusal = {
  message: 'Invalid parameter: settings.subscribers',
  description: 'Members are at fault, all of which are named, or the campaign is on its way; nothing was written',
  data: { params: { 'settings.subscribers': 'names unknown ids: list 7' } },
};

export const NOT_READY: Refusal = {
  message: 'Invalid parameter: email_subject is required',
  description: 'The campaign is not fit to be sent, or not in a state to be: everything that is missing is named',
  data: {
    params: {
      email_subject: 'is required',
      'settings.subscribers': 'must match at least one subscribed contact',
    },
  },
};

/** An operation in a state that does not allow it. */
export function refusedIn(operation: CampaignOperation, state: string): Refusal {
  return {
    message: refusalOf(operation),
    description: 'The state of the campaign does not allow it',
    data: { params: { status: state } },
  };
}

export const NO_SUCH_VARIANT: Refusal = {
  message: 'Invalid parameter: key',
  description: 'There is no test to decide, or no such variant in it',
  data: { params: { key: 'must be one of: a, b' } },
};

export const NOT_SETTLED: Refusal = {
  message: 'Email cannot be settled in current status.',
  description: 'It is known what became of the mail, or the state of the campaign does not allow it',
  data: { params: { status: 'is sent' } },
};

export const FAULTY_ADDRESS: Refusal = {
  message: 'Invalid parameter: emails.0',
  description: 'Addresses are at fault, the contact is unknown, or the campaign has nothing to show; nothing was sent',
  data: { params: { 'emails.0': 'must be one e-mail address' } },
};

export const NOBODY_NAMED: Refusal = {
  message: 'Invalid parameter: email is required',
  description: 'Neither or both of `email` and `contact_id` are given',
  data: { params: { email: 'is required' } },
};
