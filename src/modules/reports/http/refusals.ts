import { type Refusal, invalid, unknownRecord } from '../../../platform/access/operation.js';

// Documented error responses of reports.

export const INVALID_REQUEST = invalid(
  'Invalid parameters; the response names all of them. If the end date is before the start date, the code is `invalid_date_range`',
  { end_date: 'is required' },
);

export const UNKNOWN_LABEL = unknownRecord('The list or tag does not exist');
export const UNKNOWN_CAMPAIGN: Refusal = {
  message: 'Invalid campaign ID.',
  description: 'The campaign does not exist',
};
export const UNKNOWN_FUNNEL: Refusal = { message: 'Invalid funnel ID.', description: 'The funnel does not exist' };

export const SCOPE_REFUSED =
  'Invalid parameters. If the end date is before the start date, the code is `invalid_date_range`';
export const UNKNOWN_SCOPE_LABEL = unknownRecord('A list or tag in the filter does not exist');

export const INVALID_FLAG = invalid('Invalid parameters; the response names all of them', {
  include_machine: 'must be true or false',
});
export const INVALID_PERIOD: Refusal = { ...INVALID_REQUEST, description: SCOPE_REFUSED };
