import { type Refusal, invalid, unknownRecord } from '../../../platform/access/operation.js';
import { type CampaignOperation, refusalOf } from '../campaign/campaign-status.js';

// Documented refusals of campaign calls.

export const UNKNOWN_CAMPAIGN: Refusal = { message: 'Invalid campaign ID.', description: 'Unknown campaign' };

export const UNKNOWN_EMAIL = unknownRecord('Unknown campaign or email');

export const TAKEN_TITLE = invalid(
  'Invalid fields: all of them are listed, and nothing was saved',
  { title: 'is taken' },
  'Campaign with this title already exists',
);

export const FAULTY_CAMPAIGN = invalid('Invalid fields (all are listed), or sending has started; nothing was saved', {
  'settings.subscribers': 'names unknown ids: list 7',
});

export const NOT_READY: Refusal = {
  description: 'The campaign is not ready to send (every missing field is listed), or its status does not allow it',
  data: {
    params: { email_subject: 'is required', 'settings.subscribers': 'must match at least one subscribed contact' },
  },
};

export function refusedIn(operation: CampaignOperation, state: string): Refusal {
  return invalid('The status of the campaign does not allow it', { status: state }, refusalOf(operation));
}

export const NO_SUCH_VARIANT = invalid('The campaign has no undecided test, or the test has no such variant', {
  key: 'must be one of: a, b',
});

export const NOT_SETTLED = invalid(
  'The email is not in doubt, or the status of the campaign does not allow it',
  { status: 'is sent' },
  'Email cannot be settled in current status.',
);

export const FAULTY_ADDRESS = invalid('Invalid addresses, an unknown contact, or an empty campaign; nothing was sent', {
  'emails.0': 'must be one email address',
});

export const NO_CONTACT_NAMED = invalid('Exactly one of `email` and `contact_id` is required', {
  email: 'is required',
});
