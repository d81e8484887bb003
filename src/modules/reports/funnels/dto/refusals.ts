import type { Refusal } from '../../../../platform/openapi/refusals.js';

// How questions about funnels are refused, for the documentation.

export const UNKNOWN_FUNNEL: Refusal = { message: 'Invalid funnel ID.', description: 'There is no such funnel' };

export const FAULTY_QUERY: Refusal = {
  message: 'Invalid parameter: include_machine',
  description: 'Parameters are at fault; all of them are named',
  data: { params: { include_machine: 'must be true or false' } },
};

export const FAULTY_PERIOD: Refusal = {
  message: 'Invalid parameter: end_date is required',
  description: 'Parameters are at fault; days that end before they start have the code `invalid_date_range`',
  data: { params: { end_date: 'is required' } },
};
