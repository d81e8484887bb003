import type { Refusal } from '../../../../platform/openapi/refusals.js';

// How questions about campaigns are refused, for the documentation.

export const UNKNOWN_CAMPAIGN: Refusal = { message: 'Invalid campaign ID.', description: 'There is no such campaign' };

export const FAULTY_STATS_QUERY: Refusal = {
  message: 'Invalid parameter: currency',
  description: 'Parameters are at fault; all of them are named',
  data: { params: { currency: 'must be an ISO 4217 currency code' } },
};

export const FAULTY_FLAG: Refusal = {
  message: 'Invalid parameter: include_machine',
  description: 'Parameters are at fault; all of them are named',
  data: { params: { include_machine: 'must be true or false' } },
};
