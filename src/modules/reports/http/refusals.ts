import type { Refusal } from '../../../platform/openapi/refusals.js';

// Documented error responses of reports.

export const INVALID_REQUEST: Refusal = {
  description:
    'Invalid parameters; the response names all of them. If the end date is before the start date, the code is `invalid_date_range`',
  data: { params: { end_date: 'is required' } },
};

/** Documents the same response with another parameter as the example. */
export const invalidParameter = (name: string, rule: string, description: string): Refusal => ({
  description,
  data: { params: { [name]: rule } },
});

export const UNKNOWN_LABEL: Refusal = { message: 'Invalid post ID.', description: 'The list or tag does not exist' };
export const UNKNOWN_CAMPAIGN: Refusal = {
  message: 'Invalid campaign ID.',
  description: 'The campaign does not exist',
};
export const UNKNOWN_FUNNEL: Refusal = { message: 'Invalid funnel ID.', description: 'The funnel does not exist' };

export const SCOPE_REFUSED =
  'Invalid parameters. If the end date is before the start date, the code is `invalid_date_range`';
export const UNKNOWN_SCOPE_LABEL: Refusal = {
  message: 'Invalid post ID.',
  description: 'A list or tag in the filter does not exist',
};

export const INVALID_FLAG = invalidParameter(
  'include_machine',
  'must be true or false',
  'Invalid parameters; the response names all of them',
);
export const INVALID_PERIOD: Refusal = { ...INVALID_REQUEST, description: SCOPE_REFUSED };
